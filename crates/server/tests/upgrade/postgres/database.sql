--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: data; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA data;


--
-- Name: it; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA it;


--
-- Name: organization; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA organization;


--
-- Name: postgis; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS postgis WITH SCHEMA public;


--
-- Name: EXTENSION postgis; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON EXTENSION postgis IS 'PostGIS geometry and geography spatial types and functions';


--
-- Name: batchthreat(jsonb, double precision, double precision, double precision, timestamp with time zone); Type: FUNCTION; Schema: data; Owner: -
--

CREATE FUNCTION data.batchthreat(rows jsonb, radiusmiles double precision DEFAULT NULL::double precision, dangerminutes double precision DEFAULT NULL::double precision, allclearminutes double precision DEFAULT NULL::double precision, asof timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE("FacilityId" bigint, "Facility" text, "Status" text, "DistanceMiles" double precision, "StruckAt" timestamp with time zone, "Type" text, "CountInRadius" bigint, "CountInWindow" bigint, "ClearAt" timestamp with time zone)
    LANGUAGE plpgsql STABLE
    SET "TimeZone" TO 'UTC'
    AS $$
declare
    radius double precision := coalesce(RadiusMiles, 8) * 1609.344;
    danger interval := make_interval(secs => coalesce(DangerMinutes, 30) * 60);
    waiting interval := make_interval(secs => coalesce(AllClearMinutes, 30) * 60);
    bad record;
begin
    if rows is null or jsonb_typeof(rows) <> 'array' then
        raise exception 'rows: an array of strikes is needed; name its path in Op.Source';
    end if;
    if not coalesce(RadiusMiles, 8) between 1e-300 and 500 then
        raise exception 'RadiusMiles: % is not above 0 and at most 500', RadiusMiles;
    end if;
    if not coalesce(DangerMinutes, 30) between 1e-300 and 1440 then
        raise exception 'DangerMinutes: % is not above 0 and at most 1440', DangerMinutes;
    end if;
    if not coalesce(AllClearMinutes, 30) between 1e-300 and 1440 then
        raise exception 'AllClearMinutes: % is not above 0 and at most 1440', AllClearMinutes;
    end if;
    select n - 1 as place, field into bad
    from jsonb_array_elements(rows) with ordinality as given(value, n),
        unnest(array['Timestamp', 'Latitude', 'Longitude']) with ordinality as needed(field, f)
    where value ->> field is null
    order by n, f limit 1;
    if found then
        raise exception 'rows[%].%: a value is needed', bad.place, bad.field;
    end if;
    return query
    with strike as materialized (
        select n, (value ->> 'Timestamp')::timestamptz as at, value ->> 'Type' as kind,
            ST_SetSRID(ST_MakePoint((value ->> 'Longitude')::double precision, (value ->> 'Latitude')::double precision), 4326)::geography as place
        from jsonb_array_elements(rows) with ordinality as given(value, n)
    ), facility as materialized (
        select f.Id as id, f.Name::text as name,
            case
                when ST_X(f.LatLongPoint) between -180 and 180 and ST_Y(f.LatLongPoint) between -90 and 90
                then f.LatLongPoint::geography
            end as anchor
        from organization.Facility f
    ), near as (
        select distinct on (f.id) f.id, s.at, s.kind, ST_Distance(s.place, f.anchor) as distance
        from facility f cross join strike s
        where f.anchor is not null
        order by f.id, ST_Distance(s.place, f.anchor), s.at desc, s.n desc
    ), counted as (
        select f.id, count(*) as strikes
        from facility f cross join strike s
        where ST_Distance(s.place, f.anchor) <= radius
        group by f.id
    ), known as materialized (
        select l.Timestamp as at, l.Location as place
        from data.LightningStrike l
        where l.Timestamp >= AsOf - greatest(danger, waiting) and l.Timestamp <= AsOf
    ), felt as (
        select f.id, max(k.at) as last_at,
            count(*) filter (where k.at >= AsOf - danger) as strikes,
            min(ST_Distance(k.place, f.anchor)) filter (where k.at >= AsOf - danger) as nearest
        from facility f cross join known k
        where ST_Distance(k.place, f.anchor) <= radius
        group by f.id
    ), judged as (
        select f.id, f.name, f.anchor is null as is_unknown, felt.nearest, felt.last_at, coalesce(felt.strikes, 0) as strikes,
            case
                when AsOf is null then null
                when f.anchor is null then 'Unknown'
                when felt.strikes > 0 then 'Active'
                when felt.last_at > AsOf - waiting then 'Clearing'
                else 'Clear'
            end as status
        from facility f left join felt on felt.id = f.id
    )
    select j.id, j.name, j.status, round((near.distance / 1609.344)::numeric, 3)::double precision, near.at, near.kind,
        case when not j.is_unknown then coalesce(counted.strikes, 0) end,
        case when AsOf is not null and not j.is_unknown then j.strikes end,
        case when j.status in ('Active', 'Clearing') then j.last_at + greatest(danger, waiting) end
    from judged j left join near on near.id = j.id left join counted on counted.id = j.id
    order by j.is_unknown, array_position(array['Active', 'Clearing', 'Clear'], j.status),
        case when j.status = 'Active' then j.nearest end,
        case when j.status = 'Active' then -j.strikes end,
        case when j.status = 'Clearing' then j.last_at end desc,
        case when coalesce(j.status, 'Clear') = 'Clear' then near.distance end nulls last,
        j.name collate "C", j.id;
end
$$;


--
-- Name: aerialtile_changed(); Type: FUNCTION; Schema: organization; Owner: -
--

CREATE FUNCTION organization.aerialtile_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'organization', 'pg_temp'
    AS $$
begin
    update organization.AerialTileVersion set Version = Version + 1;
    return null;
end $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: lightningstrike; Type: TABLE; Schema: data; Owner: -
--

CREATE TABLE data.lightningstrike (
    id integer NOT NULL,
    name character varying(50) NOT NULL,
    "timestamp" timestamp with time zone NOT NULL,
    type character varying(50) NOT NULL,
    latitude numeric(9,6) NOT NULL,
    longitude numeric(9,6) NOT NULL,
    location public.geography(Point,4326) GENERATED ALWAYS AS ((public.st_setsrid(public.st_makepoint((longitude)::double precision, (latitude)::double precision), 4326))::public.geography) STORED,
    CONSTRAINT lightningstrike_latitude_check CHECK (((latitude >= ('-90'::integer)::numeric) AND (latitude <= (90)::numeric))),
    CONSTRAINT lightningstrike_longitude_check CHECK (((longitude >= ('-180'::integer)::numeric) AND (longitude <= (180)::numeric)))
);


--
-- Name: lightningstrike_id_seq; Type: SEQUENCE; Schema: data; Owner: -
--

ALTER TABLE data.lightningstrike ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME data.lightningstrike_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: schemamigration; Type: TABLE; Schema: data; Owner: -
--

CREATE TABLE data.schemamigration (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);


--
-- Name: workfloweffect; Type: TABLE; Schema: data; Owner: -
--

CREATE TABLE data.workfloweffect (
    effectkey character varying(64) NOT NULL,
    at timestamp with time zone NOT NULL,
    output text NOT NULL,
    CONSTRAINT workfloweffect_effectkey_check CHECK ((length((effectkey)::text) = 64))
);


--
-- Name: actionsample; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.actionsample (
    id bigint NOT NULL,
    mailboxwatcheractionid bigint NOT NULL,
    name character varying(200) NOT NULL,
    text text NOT NULL,
    expected text NOT NULL,
    createdat timestamp with time zone NOT NULL,
    CONSTRAINT actionsample_expected_check CHECK (((expected)::jsonb IS NOT NULL)),
    CONSTRAINT actionsample_name_check CHECK (((name)::text <> ''::text))
);


--
-- Name: actionsample_id_seq; Type: SEQUENCE; Schema: it; Owner: -
--

ALTER TABLE it.actionsample ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME it.actionsample_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: apitoken; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.apitoken (
    id bigint NOT NULL,
    useraccountid bigint NOT NULL,
    name character varying(200) NOT NULL,
    tokenhash character varying(64) NOT NULL,
    createdat timestamp with time zone NOT NULL,
    lastusedat timestamp with time zone,
    expiresat timestamp with time zone,
    CONSTRAINT apitoken_name_check CHECK (((name)::text <> ''::text)),
    CONSTRAINT apitoken_tokenhash_check CHECK ((length((tokenhash)::text) = 64))
);


--
-- Name: apitoken_id_seq; Type: SEQUENCE; Schema: it; Owner: -
--

ALTER TABLE it.apitoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME it.apitoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: audit; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.audit (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    username character varying(100) NOT NULL,
    action character varying(50) NOT NULL,
    resource character varying(50) NOT NULL,
    resourceid bigint,
    before text,
    after text,
    requestid character varying(64),
    CONSTRAINT audit_after_check CHECK (((after IS NULL) OR ((after)::jsonb IS NOT NULL))),
    CONSTRAINT audit_before_check CHECK (((before IS NULL) OR ((before)::jsonb IS NOT NULL)))
);


--
-- Name: audit_id_seq; Type: SEQUENCE; Schema: it; Owner: -
--

ALTER TABLE it.audit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME it.audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: credential; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.credential (
    id bigint NOT NULL,
    name character varying(200) NOT NULL,
    clientid character varying(200) NOT NULL,
    clientsecret text NOT NULL,
    namespace character varying(200) NOT NULL,
    secretexpiresat timestamp with time zone,
    createdat timestamp with time zone NOT NULL,
    updatedat timestamp with time zone NOT NULL,
    signinerror character varying(4000),
    standing character varying(20) DEFAULT 'Good'::character varying NOT NULL,
    standingreason character varying(1000),
    CONSTRAINT credential_name_check CHECK (((name)::text <> ''::text)),
    CONSTRAINT credential_standing_check CHECK (((standing)::text = ANY ((ARRAY['Good'::character varying, 'Expiring'::character varying, 'Failing'::character varying])::text[])))
);


--
-- Name: credential_id_seq; Type: SEQUENCE; Schema: it; Owner: -
--

ALTER TABLE it.credential ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME it.credential_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: feedstate; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.feedstate (
    id integer NOT NULL,
    healthy boolean,
    reason character varying(1000),
    changedat timestamp with time zone NOT NULL,
    CONSTRAINT feedstate_id_check CHECK ((id = 1))
);


--
-- Name: mailboxwatcherlog; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.mailboxwatcherlog (
    id bigint NOT NULL,
    mailboxwatcherjobid bigint NOT NULL,
    messagekey character varying(512) NOT NULL,
    internetmessageid character varying(998),
    subject character varying(998),
    fromaddress character varying(320),
    receivedat timestamp with time zone,
    detectedat timestamp with time zone NOT NULL,
    processedat timestamp with time zone,
    status character varying(20) NOT NULL,
    phasetwostatus character varying(20) DEFAULT 'None'::character varying NOT NULL,
    errormessage character varying(4000),
    triggerevent character varying(20) NOT NULL,
    workflowrunid character varying(36) NOT NULL,
    notifiedat timestamp with time zone,
    force boolean DEFAULT false NOT NULL,
    neweststrikeat timestamp with time zone,
    CONSTRAINT mailboxwatcherlog_messagekey_check CHECK (((messagekey)::text <> ''::text)),
    CONSTRAINT mailboxwatcherlog_phasetwostatus_check CHECK (((phasetwostatus)::text = ANY ((ARRAY['None'::character varying, 'Queued'::character varying, 'Running'::character varying, 'Success'::character varying, 'Failed'::character varying])::text[]))),
    CONSTRAINT mailboxwatcherlog_status_check CHECK (((status)::text = ANY ((ARRAY['Detected'::character varying, 'Processing'::character varying, 'DbComplete'::character varying, 'Success'::character varying, 'Failed'::character varying, 'Skipped'::character varying])::text[]))),
    CONSTRAINT mailboxwatcherlog_triggerevent_check CHECK (((triggerevent)::text = ANY ((ARRAY['Notification'::character varying, 'Reconciliation'::character varying, 'Manual'::character varying])::text[])))
);


--
-- Name: logline; Type: VIEW; Schema: it; Owner: -
--

CREATE VIEW it.logline AS
 SELECT mailboxwatcherlog.id,
    mailboxwatcherlog.mailboxwatcherjobid AS job_id,
    mailboxwatcherlog.messagekey AS message_key,
    mailboxwatcherlog.internetmessageid AS internet_message_id,
    mailboxwatcherlog.subject,
    mailboxwatcherlog.fromaddress AS from_address,
    mailboxwatcherlog.receivedat AS received_at,
    mailboxwatcherlog.detectedat AS detected_at,
    mailboxwatcherlog.processedat AS processed_at,
    mailboxwatcherlog.status,
    mailboxwatcherlog.phasetwostatus AS phase_two_status,
    mailboxwatcherlog.errormessage AS error_message,
    mailboxwatcherlog.triggerevent AS trigger_event,
    mailboxwatcherlog.notifiedat AS notified_at,
    mailboxwatcherlog.workflowrunid AS run_id,
    mailboxwatcherlog.force,
    ((lower((COALESCE(mailboxwatcherlog.subject, ''::character varying))::text) || chr(10)) || lower(((((COALESCE(mailboxwatcherlog.fromaddress, ''::character varying))::text || chr(10)) || (mailboxwatcherlog.messagekey)::text) COLLATE "C"))) AS search_text
   FROM it.mailboxwatcherlog;


--
-- Name: mailboxwatcheraction; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.mailboxwatcheraction (
    id bigint NOT NULL,
    mailboxwatcherjobid bigint NOT NULL,
    name character varying(200) NOT NULL,
    actiontype character varying(50) NOT NULL,
    config text NOT NULL,
    "Order" integer NOT NULL,
    credentialid bigint,
    isphaseone boolean DEFAULT true NOT NULL,
    CONSTRAINT mailboxwatcheraction_config_check CHECK (((config)::jsonb IS NOT NULL)),
    CONSTRAINT mailboxwatcheraction_name_check CHECK (((name)::text <> ''::text))
);


--
-- Name: mailboxwatcheraction_id_seq; Type: SEQUENCE; Schema: it; Owner: -
--

ALTER TABLE it.mailboxwatcheraction ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME it.mailboxwatcheraction_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: mailboxwatcherjob; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.mailboxwatcherjob (
    id bigint NOT NULL,
    name character varying(200) NOT NULL,
    description character varying(2000) DEFAULT ''::character varying NOT NULL,
    isenabled boolean DEFAULT false NOT NULL,
    mailboxaddress character varying(320) NOT NULL,
    folderpath character varying(1000) DEFAULT 'Inbox'::character varying NOT NULL,
    folderid character varying(1000),
    fromfilter character varying(320),
    subjectfilter character varying(998),
    credentialid bigint,
    mode character varying(20) DEFAULT 'Subscription'::character varying NOT NULL,
    moveonprocess boolean DEFAULT true NOT NULL,
    includeattachments boolean DEFAULT false NOT NULL,
    maxattachmentmb integer DEFAULT 10 NOT NULL,
    reconciliationintervalseconds integer,
    processexisting boolean,
    graphsubscriptionid character varying(200),
    subscriptionexpiresat timestamp with time zone,
    clientstate text,
    deltalink text,
    lastnotificationat timestamp with time zone,
    lastrenewedat timestamp with time zone,
    lastsubscriptionerror character varying(4000),
    lastmessagereceived timestamp with time zone,
    lastmessagestatus character varying(20),
    createdat timestamp with time zone NOT NULL,
    updatedat timestamp with time zone NOT NULL,
    lastcheckedat timestamp with time zone,
    lastcheckfailedat timestamp with time zone,
    lastcheckerror character varying(4000),
    lastlistedat timestamp with time zone,
    subscriptionsoughtat timestamp with time zone,
    clockdifferencems bigint,
    health character varying(20) DEFAULT 'Disabled'::character varying NOT NULL,
    healthreason character varying(1000),
    healthchangedat timestamp with time zone,
    CONSTRAINT mailboxwatcherjob_health_check CHECK (((health)::text = ANY ((ARRAY['Live'::character varying, 'Degraded'::character varying, 'Polling'::character varying, 'Disabled'::character varying])::text[]))),
    CONSTRAINT mailboxwatcherjob_lastmessagestatus_check CHECK (((lastmessagestatus)::text = ANY ((ARRAY['Detected'::character varying, 'Processing'::character varying, 'DbComplete'::character varying, 'Success'::character varying, 'Failed'::character varying, 'Skipped'::character varying])::text[]))),
    CONSTRAINT mailboxwatcherjob_maxattachmentmb_check CHECK ((maxattachmentmb > 0)),
    CONSTRAINT mailboxwatcherjob_mode_check CHECK (((mode)::text = ANY ((ARRAY['Subscription'::character varying, 'PollOnly'::character varying])::text[]))),
    CONSTRAINT mailboxwatcherjob_name_check CHECK (((name)::text <> ''::text)),
    CONSTRAINT mailboxwatcherjob_reconciliationintervalseconds_check CHECK ((reconciliationintervalseconds > 0))
);


--
-- Name: mailboxwatcherjob_id_seq; Type: SEQUENCE; Schema: it; Owner: -
--

ALTER TABLE it.mailboxwatcherjob ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME it.mailboxwatcherjob_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: mailboxwatcherlog_id_seq; Type: SEQUENCE; Schema: it; Owner: -
--

ALTER TABLE it.mailboxwatcherlog ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME it.mailboxwatcherlog_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: mailinglist; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.mailinglist (
    listkey character varying(64) NOT NULL,
    state text NOT NULL,
    changedat timestamp with time zone NOT NULL,
    CONSTRAINT mailinglist_listkey_check CHECK ((length((listkey)::text) = 64)),
    CONSTRAINT mailinglist_state_check CHECK (((state)::jsonb IS NOT NULL))
);


--
-- Name: process; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.process (
    id bigint NOT NULL,
    host character varying(255) NOT NULL,
    pid integer NOT NULL,
    startedat timestamp with time zone NOT NULL
);


--
-- Name: process_id_seq; Type: SEQUENCE; Schema: it; Owner: -
--

ALTER TABLE it.process ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME it.process_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: queue; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.queue (
    id bigint NOT NULL,
    kind character varying(50) NOT NULL,
    uniquekey character varying(200),
    payload text NOT NULL,
    priority bigint DEFAULT 0 NOT NULL,
    state character varying(10) DEFAULT 'Ready'::character varying NOT NULL,
    dueat timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease bigint DEFAULT 0 NOT NULL,
    leaseuntil timestamp with time zone,
    recalledat timestamp with time zone,
    processid bigint,
    createdat timestamp with time zone NOT NULL,
    firstfailureat timestamp with time zone,
    lastsuccessat timestamp with time zone,
    lastfailureat timestamp with time zone,
    lasterror character varying(4000),
    lane character varying(200),
    CONSTRAINT queue_check CHECK ((((state)::text = 'Leased'::text) = ((processid IS NOT NULL) AND (leaseuntil IS NOT NULL)))),
    CONSTRAINT queue_kind_check CHECK (((kind)::text <> ''::text)),
    CONSTRAINT queue_lane_check CHECK (((lane)::text <> ''::text)),
    CONSTRAINT queue_payload_check CHECK (((payload)::jsonb IS NOT NULL)),
    CONSTRAINT queue_state_check CHECK (((state)::text = ANY ((ARRAY['Ready'::character varying, 'Leased'::character varying, 'Dead'::character varying])::text[]))),
    CONSTRAINT queue_uniquekey_check CHECK (((uniquekey)::text <> ''::text))
);


--
-- Name: queue_id_seq; Type: SEQUENCE; Schema: it; Owner: -
--

ALTER TABLE it.queue ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME it.queue_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: retiredsubscription; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.retiredsubscription (
    id character varying(200) NOT NULL,
    retiredat timestamp with time zone NOT NULL,
    CONSTRAINT retiredsubscription_id_check CHECK (((id)::text <> ''::text))
);


--
-- Name: schemamigration; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.schemamigration (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);


--
-- Name: session; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.session (
    tokenhash character varying(64) NOT NULL,
    useraccountid bigint NOT NULL,
    createdat timestamp with time zone NOT NULL,
    lastseenat timestamp with time zone NOT NULL,
    expiresat timestamp with time zone NOT NULL,
    CONSTRAINT session_tokenhash_check CHECK ((length((tokenhash)::text) = 64))
);


--
-- Name: useraccount; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.useraccount (
    id bigint NOT NULL,
    username character varying(100) NOT NULL,
    role character varying(20) NOT NULL,
    passwordhash character varying(300) NOT NULL,
    createdat timestamp with time zone NOT NULL,
    updatedat timestamp with time zone NOT NULL,
    CONSTRAINT useraccount_role_check CHECK (((role)::text = ANY ((ARRAY['viewer'::character varying, 'operator'::character varying, 'admin'::character varying])::text[]))),
    CONSTRAINT useraccount_username_check CHECK (((username)::text <> ''::text))
);


--
-- Name: useraccount_id_seq; Type: SEQUENCE; Schema: it; Owner: -
--

ALTER TABLE it.useraccount ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME it.useraccount_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: workfloweffect; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.workfloweffect (
    id bigint NOT NULL,
    mailboxwatcherjobid bigint NOT NULL,
    messagekey character varying(512) NOT NULL,
    mailboxwatcheractionid bigint NOT NULL,
    requesthash character varying(64) NOT NULL,
    state character varying(20) NOT NULL,
    intendedat timestamp with time zone NOT NULL,
    finishedat timestamp with time zone,
    output text,
    workflowrunid character varying(36) DEFAULT ''::character varying NOT NULL,
    effectkey character varying(64) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT workfloweffect_requesthash_check CHECK ((length((requesthash)::text) = 64)),
    CONSTRAINT workfloweffect_state_check CHECK (((state)::text = ANY ((ARRAY['Intended'::character varying, 'Done'::character varying, 'Failed'::character varying])::text[])))
);


--
-- Name: workfloweffect_id_seq; Type: SEQUENCE; Schema: it; Owner: -
--

ALTER TABLE it.workfloweffect ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME it.workfloweffect_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: workflowrun; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.workflowrun (
    id character varying(36) NOT NULL,
    "Trigger" character varying(50) NOT NULL,
    mailboxwatcherjobid bigint NOT NULL,
    mailboxwatcherlogid bigint NOT NULL,
    status character varying(20) NOT NULL,
    startedat timestamp with time zone NOT NULL,
    finishedat timestamp with time zone,
    context text,
    CONSTRAINT "workflowrun_Trigger_check" CHECK ((("Trigger")::text = 'MailboxWatcherJob'::text)),
    CONSTRAINT workflowrun_status_check CHECK (((status)::text = ANY ((ARRAY['Running'::character varying, 'Success'::character varying, 'Failed'::character varying, 'Skipped'::character varying])::text[])))
);


--
-- Name: workflowstep; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.workflowstep (
    id bigint NOT NULL,
    workflowrunid character varying(36) NOT NULL,
    mailboxwatcheractionid bigint,
    "Order" integer NOT NULL,
    name character varying(200) NOT NULL,
    actiontype character varying(50) NOT NULL,
    phase integer NOT NULL,
    status character varying(20) NOT NULL,
    startedat timestamp with time zone,
    finishedat timestamp with time zone,
    input character varying(4000),
    result character varying(4000),
    error character varying(4000),
    CONSTRAINT workflowstep_phase_check CHECK ((phase = ANY (ARRAY[1, 2]))),
    CONSTRAINT workflowstep_status_check CHECK (((status)::text = ANY ((ARRAY['Running'::character varying, 'Success'::character varying, 'Failed'::character varying, 'Skipped'::character varying])::text[])))
);


--
-- Name: workflowstep_id_seq; Type: SEQUENCE; Schema: it; Owner: -
--

ALTER TABLE it.workflowstep ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME it.workflowstep_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: workorder; Type: TABLE; Schema: it; Owner: -
--

CREATE TABLE it.workorder (
    id bigint NOT NULL,
    effectkey character varying(64),
    servicecode character varying(100) NOT NULL,
    description character varying(4000) DEFAULT ''::character varying NOT NULL,
    addressstring character varying(500),
    latitude numeric(9,6),
    longitude numeric(9,6),
    attributes text DEFAULT '{}'::text NOT NULL,
    status character varying(20) DEFAULT 'Open'::character varying NOT NULL,
    mailboxwatcherlogid bigint,
    requestedat timestamp with time zone NOT NULL,
    updatedat timestamp with time zone NOT NULL,
    CONSTRAINT workorder_attributes_check CHECK (((attributes)::jsonb IS NOT NULL)),
    CONSTRAINT workorder_effectkey_check CHECK ((length((effectkey)::text) = 64)),
    CONSTRAINT workorder_latitude_check CHECK (((latitude >= ('-90'::integer)::numeric) AND (latitude <= (90)::numeric))),
    CONSTRAINT workorder_longitude_check CHECK (((longitude >= ('-180'::integer)::numeric) AND (longitude <= (180)::numeric))),
    CONSTRAINT workorder_status_check CHECK (((status)::text = ANY ((ARRAY['Open'::character varying, 'Closed'::character varying])::text[])))
);


--
-- Name: workorder_id_seq; Type: SEQUENCE; Schema: it; Owner: -
--

ALTER TABLE it.workorder ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME it.workorder_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: aerialtile; Type: TABLE; Schema: organization; Owner: -
--

CREATE TABLE organization.aerialtile (
    id bigint NOT NULL,
    slug character varying(100) NOT NULL,
    year integer NOT NULL,
    level character varying(3) NOT NULL,
    minx double precision NOT NULL,
    miny double precision NOT NULL,
    maxx double precision NOT NULL,
    maxy double precision NOT NULL,
    pixelwidth integer NOT NULL,
    pixelheight integer NOT NULL,
    imagepath character varying(300) NOT NULL,
    imageversion integer DEFAULT 1 NOT NULL,
    CONSTRAINT aerialtile_check CHECK (((minx < maxx) AND (miny < maxy))),
    CONSTRAINT aerialtile_level_check CHECK (((level)::text = ANY ((ARRAY['L01'::character varying, 'L02'::character varying, 'L03'::character varying, 'L04'::character varying, 'L05'::character varying, 'L06'::character varying, 'L07'::character varying])::text[]))),
    CONSTRAINT aerialtile_pixelheight_check CHECK ((pixelheight > 0)),
    CONSTRAINT aerialtile_pixelwidth_check CHECK ((pixelwidth > 0)),
    CONSTRAINT aerialtile_slug_check CHECK (((slug)::text <> ''::text)),
    CONSTRAINT aerialtile_year_check CHECK (((year >= 1850) AND (year <= 9999)))
);


--
-- Name: aerialtile_id_seq; Type: SEQUENCE; Schema: organization; Owner: -
--

ALTER TABLE organization.aerialtile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME organization.aerialtile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: aerialtileversion; Type: TABLE; Schema: organization; Owner: -
--

CREATE TABLE organization.aerialtileversion (
    id integer NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT aerialtileversion_id_check CHECK ((id = 1))
);


--
-- Name: audit; Type: TABLE; Schema: organization; Owner: -
--

CREATE TABLE organization.audit (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    username character varying(100) NOT NULL,
    action character varying(50) NOT NULL,
    resource character varying(50) NOT NULL,
    resourceid bigint,
    before text,
    after text,
    requestid character varying(64),
    CONSTRAINT audit_after_check CHECK (((after IS NULL) OR ((after)::jsonb IS NOT NULL))),
    CONSTRAINT audit_before_check CHECK (((before IS NULL) OR ((before)::jsonb IS NOT NULL)))
);


--
-- Name: audit_id_seq; Type: SEQUENCE; Schema: organization; Owner: -
--

ALTER TABLE organization.audit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME organization.audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: facility; Type: TABLE; Schema: organization; Owner: -
--

CREATE TABLE organization.facility (
    id bigint NOT NULL,
    name character varying(200) NOT NULL,
    point public.geometry(Point),
    latlongpoint public.geometry(Point,4326),
    CONSTRAINT facility_name_check CHECK (((name)::text <> ''::text))
);


--
-- Name: facility_id_seq; Type: SEQUENCE; Schema: organization; Owner: -
--

ALTER TABLE organization.facility ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME organization.facility_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: schemamigration; Type: TABLE; Schema: organization; Owner: -
--

CREATE TABLE organization.schemamigration (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);


--
-- Name: workfloweffect; Type: TABLE; Schema: organization; Owner: -
--

CREATE TABLE organization.workfloweffect (
    effectkey character varying(64) NOT NULL,
    at timestamp with time zone NOT NULL,
    output text NOT NULL,
    CONSTRAINT workfloweffect_effectkey_check CHECK ((length((effectkey)::text) = 64))
);


--
-- Data for Name: lightningstrike; Type: TABLE DATA; Schema: data; Owner: -
--

INSERT INTO data.lightningstrike VALUES (1, 'ALERT', '2026-11-16 04:11:32+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (2, 'ALERT', '2026-11-16 04:11:31+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (3, 'ALERT', '2026-11-16 04:11:22+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (4, 'ALERT', '2026-11-16 04:11:21+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (5, 'ALERT', '2026-11-16 04:11:52+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (6, 'ALERT', '2026-11-16 04:11:51+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (7, 'ALERT', '2026-11-16 04:12:01+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (8, 'ALERT', '2026-11-16 04:12:02+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (9, 'ALERT', '2026-11-16 04:12:12+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (10, 'ALERT', '2026-11-16 04:12:11+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (11, 'ALERT', '2026-11-16 04:12:21+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (12, 'ALERT', '2026-11-16 04:12:22+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (13, 'ALERT', '2026-11-16 04:12:32+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (14, 'ALERT', '2026-11-16 04:12:31+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (15, 'ALERT', '2026-11-16 04:12:42+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (16, 'ALERT', '2026-11-16 04:12:41+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (17, 'ALERT', '2026-11-16 04:12:51+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (18, 'ALERT', '2026-11-16 04:12:52+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);


--
-- Data for Name: schemamigration; Type: TABLE DATA; Schema: data; Owner: -
--

INSERT INTO data.schemamigration VALUES (1, 'foundation', '2026-11-16 04:39:10.905629+00', true, '\x216a0f71304392ecd03caff16d4aec07f78b0bd7e447f8c7bbefef8d3c4cb05cf793dbfd1a688ede43b3f04640e24fa4', 5129290);
INSERT INTO data.schemamigration VALUES (2, 'batch threat', '2026-11-16 04:39:10.910943+00', true, '\x01f71296efa4802ec4194a2ae882948b1d2fe731f8149d0986313af689f738aa9b4b7ba808e5f0825e3d0ea4d134273c', 771191);
INSERT INTO data.schemamigration VALUES (3, 'strike edits', '2026-11-16 04:39:10.911781+00', true, '\xf78ac36c03070f3af6147e1fe7f159646b33eff78f47d7c5359ec11c0070d57dae364d51df96cbb0708fd63ffba06534', 89861);


--
-- Data for Name: workfloweffect; Type: TABLE DATA; Schema: data; Owner: -
--

INSERT INTO data.workfloweffect VALUES ('24031fcd2687d5069eb61a142722acd7e19bf495d438190bd4ba9ae0527f250f', '2026-11-16 04:39:12.17331+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('e1bce4f0761ba19f9a70342f69b6bbaa2e3293a514ae4f59ba54a392714d2efb', '2026-11-16 04:39:13.139121+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('580a5e53b10403deaae18e628dc9779c0f299c3cf414b1584394a4a167c02e13', '2026-11-16 04:39:13.405876+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('49a79b51f1e86c349d76e73b93023b4c97de4a99955bbaa51b50ee90ec1efd98', '2026-11-16 04:39:16.287268+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('c8b0c4bf3d4cab24faaffe91d118af02cc71c992f992da3c84cece6f901b3ff3', '2026-11-16 04:39:16.326506+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('e393173d6c08fb5bb78dd2c514a366ae3cf062697d12aab685bf4f68963677c2', '2026-11-16 04:39:16.386644+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('055b29a457afe366c383a69362021713771dcc419f0472e39e04907064d21a25', '2026-11-16 04:39:16.442636+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('baebbdb9bdfef2efb6a4f91cea027a08e093836799f4801adee72ea3ce7f3a1f', '2026-11-16 04:39:16.497136+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('c0cead57532ca43aef91a502436493540b7106ee2b171a8965f0b9a093db55d6', '2026-11-16 04:39:21.729936+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');


--
-- Data for Name: actionsample; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.actionsample VALUES (1, 1, 'A quiet evening', 'ALERT: Ground Stroke Lightning detected on 11/16/2026 4:11:11 AM +00:00
at latitude 34.730, longitude -86.59

ALERT: Ground Stroke Lightning detected on 11/16/2026 4:11:12 AM +00:00
at latitude 34.731, longitude -86.59

', '{"Items":[{"Name":"ALERT","Timestamp":"2026-11-16T04:11:11Z","Type":"Ground Stroke Lightning","Latitude":34.73,"Longitude":-86.59},{"Name":"ALERT","Timestamp":"2026-11-16T04:11:12Z","Type":"Ground Stroke Lightning","Latitude":34.731,"Longitude":-86.59}],"Count":2}', '2026-11-16 04:39:11.58965+00');


--
-- Data for Name: apitoken; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.apitoken VALUES (1, 1, 'command line', 'bd2eb8c81868ba3f54d55a9b61108ec8b08769eef0c70964fcb36ac0d631f74b', '2026-11-16 04:39:11.185043+00', '2026-11-16 04:39:11.485988+00', NULL);


--
-- Data for Name: audit; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.audit VALUES (1, '2026-11-16 04:39:10.987018+00', 'command line', 'create', 'user', 1, NULL, '{"username":"ada","role":"admin"}', NULL);
INSERT INTO it.audit VALUES (2, '2026-11-16 04:39:11.043802+00', 'command line', 'create', 'user', 2, NULL, '{"username":"otto","role":"operator"}', NULL);
INSERT INTO it.audit VALUES (3, '2026-11-16 04:39:11.158489+00', 'command line', 'create', 'user', 3, NULL, '{"username":"vera","role":"viewer"}', NULL);
INSERT INTO it.audit VALUES (4, '2026-11-16 04:39:11.185043+00', 'command line', 'create', 'token', 1, NULL, '{"name":"command line","username":"ada","expiresAt":null}', NULL);
INSERT INTO it.audit VALUES (5, '2026-11-16 04:39:11.489766+00', 'ada', 'create', 'credential', 1, NULL, '{"name":"City mail","clientId":"client of City mail","namespace":"contoso.com","secretExpiresAt":null}', '330e0bcd-7d2c-4df8-997d-8516e8669ca2');
INSERT INTO it.audit VALUES (6, '2026-11-16 04:39:11.49274+00', 'ada', 'create', 'credential', 2, NULL, '{"name":"Dispatch","clientId":"client of Dispatch","namespace":"contoso.com","secretExpiresAt":null}', '8853e162-9bb8-4044-bf59-c7bb57a1a07b');
INSERT INTO it.audit VALUES (7, '2026-11-16 04:39:11.498037+00', 'ada', 'create', 'watcher', 1, NULL, '{"name":"Vendor storm mail","description":"","isEnabled":false,"mailboxAddress":"storm@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":"vendor.example","subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', 'f6cd0969-5ac4-47aa-adff-2fdd75ce0bf7');
INSERT INTO it.audit VALUES (8, '2026-11-16 04:39:11.505302+00', 'ada', 'create', 'action', 1, NULL, '{"jobId":1,"name":"Read the strikes","actionType":"TextExtract","config":{"Op":{"Action":"Extract","Source":"$.BodyText","Target":"$.Extract"},"Segment":{"StartPattern":"(?m)^(?:ALERT|WARNING): ","ClosePattern":"\\n[ \\t]*\\n"},"Fields":{"Name":{"Type":"string","Required":true,"Pattern":"\\A\\w+"},"Timestamp":{"Pattern":"detected on (\\S+ \\S+ [AP]M \\S+)","Type":"datetime","Format":"M/d/yyyy h:mm:ss tt zzz","Required":true},"Type":{"Type":"string","Required":true,"Pattern":"(?:Cloud|Ground) Stroke Lightning"},"Latitude":{"Type":"number","Required":true,"Pattern":"latitude ([^\\s,]+)"},"Longitude":{"Type":"number","Required":true,"Pattern":"longitude ([^\\s,]+)"}}},"order":1,"credentialId":null,"isPhaseOne":true}', '9abc7c14-33b5-44ff-a001-f4d200631c44');
INSERT INTO it.audit VALUES (9, '2026-11-16 04:39:11.523209+00', 'ada', 'create', 'action', 2, NULL, '{"jobId":1,"name":"Merge the strikes","actionType":"Sql","config":{"Op":{"Action":"Merge","Target":"data.LightningStrike","Source":"$.Extract.Items"},"MatchOn":["Timestamp","Latitude","Longitude","Name","Type"]},"order":2,"credentialId":null,"isPhaseOne":true}', 'e649ae5b-b478-4404-9576-d7a3c7f201aa');
INSERT INTO it.audit VALUES (10, '2026-11-16 04:39:11.528075+00', 'ada', 'create', 'action', 3, NULL, '{"jobId":1,"name":"Tell dispatch","actionType":"Http","config":{"Op":{"Action":"Post","Url":"http://127.0.0.1:17028/dispatch","Output":"$.Call","TimeoutSeconds":300},"FieldMap":{"subject":"$.Message.Subject","count":"$.Extract.Count"}},"order":3,"credentialId":null,"isPhaseOne":true}', '4a43da8b-62a1-4006-94e4-af038c03774d');
INSERT INTO it.audit VALUES (11, '2026-11-16 04:39:11.530364+00', 'ada', 'create', 'action', 4, NULL, '{"jobId":1,"name":"Tell the board","actionType":"Http","config":{"Op":{"Action":"Post","Url":"http://127.0.0.1:17028/board","Output":"$.Call","TimeoutSeconds":300},"FieldMap":{"subject":"$.Message.Subject","ticket":"$.Call.Body.ticket"}},"order":4,"credentialId":null,"isPhaseOne":false}', 'df6deb24-88e1-4ddb-9e70-e1ec526f71b5');
INSERT INTO it.audit VALUES (12, '2026-11-16 04:39:11.533854+00', 'ada', 'create', 'action', 5, NULL, '{"jobId":1,"name":"Mail the crew","actionType":"Email","config":{"Op":{"Action":"Send","To":"crew@example.gov","Subject":"Lightning: {{ Message.Subject }}","Text":"Hold."},"Quiet":{"Minutes":10,"AllClear":{"AfterMinutes":0,"Subject":"All clear","Text":"Go on."}}},"order":5,"credentialId":null,"isPhaseOne":false}', 'c54e715c-bd8e-478f-a8c9-1bdaf292b71d');
INSERT INTO it.audit VALUES (13, '2026-11-16 04:39:11.538082+00', 'ada', 'update', 'watcher', 1, '{"name":"Vendor storm mail","description":"","isEnabled":false,"mailboxAddress":"storm@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":"vendor.example","subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', '{"name":"Vendor storm mail","description":"","isEnabled":true,"mailboxAddress":"storm@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":"vendor.example","subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', 'c3243f84-1db6-4396-8a45-97f1bc1613ac');
INSERT INTO it.audit VALUES (14, '2026-11-16 04:39:11.547376+00', 'ada', 'create', 'watcher', 2, NULL, '{"name":"Work requests","description":"","isEnabled":false,"mailboxAddress":"requests@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":null,"subjectFilter":"request","credentialId":1,"mode":"PollOnly","moveOnProcess":false,"includeAttachments":true,"maxAttachmentMb":10,"reconciliationIntervalSeconds":1,"processExisting":null}', '01eaa748-6769-4a27-9a8c-314dd24d641e');
INSERT INTO it.audit VALUES (15, '2026-11-16 04:39:11.553655+00', 'ada', 'create', 'action', 6, NULL, '{"jobId":2,"name":"No drills","actionType":"Condition","config":{"Op":{"Action":"Stop"},"When":{"Any":[{"Path":"$.Message.Subject","Is":"Contains","Value":"[drill]"}]}},"order":1,"credentialId":null,"isPhaseOne":true}', 'bc0c2322-af95-483b-8ecc-271b762f0de4');
INSERT INTO it.audit VALUES (16, '2026-11-16 04:39:11.556666+00', 'ada', 'create', 'action', 7, NULL, '{"jobId":2,"name":"Call intake","actionType":"Http","config":{"Op":{"Action":"Post","Url":"http://127.0.0.1:17028/intake","Output":"$.Call","TimeoutSeconds":300},"FieldMap":{"subject":"$.Message.Subject"}},"order":2,"credentialId":2,"isPhaseOne":true}', 'ffbfd5d8-8bb9-4b3b-8328-16109da53202');
INSERT INTO it.audit VALUES (17, '2026-11-16 04:39:11.55828+00', 'ada', 'create', 'action', 8, NULL, '{"jobId":2,"name":"Order the work","actionType":"WorkOrder","config":{"Op":{"Action":"Create","ServiceCode":"PUMP","Description":"{{ $.Message.Subject }}","AddressString":"100 Church St"}},"order":3,"credentialId":null,"isPhaseOne":true}', '12abcdc4-ac96-401f-8ffd-cb58f2efcbab');
INSERT INTO it.audit VALUES (18, '2026-11-16 04:39:11.561457+00', 'ada', 'update', 'watcher', 2, '{"name":"Work requests","description":"","isEnabled":false,"mailboxAddress":"requests@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":null,"subjectFilter":"request","credentialId":1,"mode":"PollOnly","moveOnProcess":false,"includeAttachments":true,"maxAttachmentMb":10,"reconciliationIntervalSeconds":1,"processExisting":null}', '{"name":"Work requests","description":"","isEnabled":true,"mailboxAddress":"requests@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":null,"subjectFilter":"request","credentialId":1,"mode":"PollOnly","moveOnProcess":false,"includeAttachments":true,"maxAttachmentMb":10,"reconciliationIntervalSeconds":1,"processExisting":null}', 'af69b8ce-8bc0-46ab-9916-d0352de2d6b3');
INSERT INTO it.audit VALUES (19, '2026-11-16 04:39:11.571688+00', 'ada', 'create', 'watcher', 3, NULL, '{"name":"Duty roster","description":"","isEnabled":false,"mailboxAddress":"duty@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":null,"subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', '2fb12bcd-2ea7-4b04-8677-4895b19bb43e');
INSERT INTO it.audit VALUES (20, '2026-11-16 04:39:11.573701+00', 'ada', 'create', 'action', 9, NULL, '{"jobId":3,"name":"Mark it","actionType":"Data","config":{"Op":{"Action":"Set"},"Data":{"Seen":true}},"order":1,"credentialId":null,"isPhaseOne":true}', '86b31053-84c3-4b81-bdda-862c44e9a5ff');
INSERT INTO it.audit VALUES (21, '2026-11-16 04:39:11.575657+00', 'ada', 'create', 'action', 10, NULL, '{"jobId":3,"name":"Mail the duty officer","actionType":"Email","config":{"Op":{"Action":"Send","To":"hanging@example.gov","Subject":"{{ Message.Subject }}","Text":"Duty."}},"order":2,"credentialId":null,"isPhaseOne":false}', 'f07849ac-91d2-480a-90ae-258ecac4eec9');
INSERT INTO it.audit VALUES (22, '2026-11-16 04:39:11.580091+00', 'ada', 'update', 'watcher', 3, '{"name":"Duty roster","description":"","isEnabled":false,"mailboxAddress":"duty@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":null,"subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', '{"name":"Duty roster","description":"","isEnabled":true,"mailboxAddress":"duty@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":null,"subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', '3b683d33-ead7-4364-948c-f69002deb558');
INSERT INTO it.audit VALUES (23, '2026-11-16 04:39:11.58965+00', 'ada', 'create', 'sample', 1, NULL, '{"action":1,"name":"A quiet evening"}', '4457c607-6a11-4374-b156-562df67d205e');
INSERT INTO it.audit VALUES (24, '2026-11-16 04:39:31.896587+00', 'ada', 'update', 'watcher', 3, '{"name":"Duty roster","description":"","isEnabled":true,"mailboxAddress":"duty@example.gov","folderPath":"Inbox","folderId":"AAMkFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAwAAAAI8bvNy-pT4KgAAAADQGlI=","fromFilter":null,"subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', '{"name":"Duty roster","description":"","isEnabled":false,"mailboxAddress":"duty@example.gov","folderPath":"Inbox","folderId":"AAMkFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAwAAAAI8bvNy-pT4KgAAAADQGlI=","fromFilter":null,"subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', '928cf61b-c529-43e4-918e-94d274645ebb');


--
-- Data for Name: credential; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.credential VALUES (2, 'Dispatch', 'client of Dispatch', 'v1.f988e00a.wML8y7zqOWH3jbB4aVz-z0-NTjUKT6yPJKleoXpsOvNrNvSTDFUxcZ2UML-_WJFcXmq5lVD63Or5LA', 'contoso.com', NULL, '2026-11-16 04:39:11.49274+00', '2026-11-16 04:39:11.49274+00', NULL, 'Good', NULL);
INSERT INTO it.credential VALUES (1, 'City mail', 'client of City mail', 'v1.f988e00a.ErCWYsi7Gygaa9BvY79EBULx8KRTR0UhuW_85Ap8o65pCawdQxa_wBiCzAs6uY3Ux-IpntjTV0sNBP8', 'contoso.com', NULL, '2026-11-16 04:39:11.489766+00', '2026-11-16 04:39:11.489766+00', NULL, 'Good', NULL);


--
-- Data for Name: feedstate; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.feedstate VALUES (1, false, 'a message received at 2026-11-16T04:11:36Z failed', '2026-11-16 04:39:18.075745+00');


--
-- Data for Name: mailboxwatcheraction; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.mailboxwatcheraction VALUES (1, 1, 'Read the strikes', 'TextExtract', '{"Op":{"Action":"Extract","Source":"$.BodyText","Target":"$.Extract"},"Segment":{"StartPattern":"(?m)^(?:ALERT|WARNING): ","ClosePattern":"\\n[ \\t]*\\n"},"Fields":{"Name":{"Type":"string","Required":true,"Pattern":"\\A\\w+"},"Timestamp":{"Pattern":"detected on (\\S+ \\S+ [AP]M \\S+)","Type":"datetime","Format":"M/d/yyyy h:mm:ss tt zzz","Required":true},"Type":{"Type":"string","Required":true,"Pattern":"(?:Cloud|Ground) Stroke Lightning"},"Latitude":{"Type":"number","Required":true,"Pattern":"latitude ([^\\s,]+)"},"Longitude":{"Type":"number","Required":true,"Pattern":"longitude ([^\\s,]+)"}}}', 1, NULL, true);
INSERT INTO it.mailboxwatcheraction VALUES (2, 1, 'Merge the strikes', 'Sql', '{"Op":{"Action":"Merge","Target":"data.LightningStrike","Source":"$.Extract.Items"},"MatchOn":["Timestamp","Latitude","Longitude","Name","Type"]}', 2, NULL, true);
INSERT INTO it.mailboxwatcheraction VALUES (3, 1, 'Tell dispatch', 'Http', '{"Op":{"Action":"Post","Url":"http://127.0.0.1:17028/dispatch","Output":"$.Call","TimeoutSeconds":300},"FieldMap":{"subject":"$.Message.Subject","count":"$.Extract.Count"}}', 3, NULL, true);
INSERT INTO it.mailboxwatcheraction VALUES (4, 1, 'Tell the board', 'Http', '{"Op":{"Action":"Post","Url":"http://127.0.0.1:17028/board","Output":"$.Call","TimeoutSeconds":300},"FieldMap":{"subject":"$.Message.Subject","ticket":"$.Call.Body.ticket"}}', 4, NULL, false);
INSERT INTO it.mailboxwatcheraction VALUES (5, 1, 'Mail the crew', 'Email', '{"Op":{"Action":"Send","To":"crew@example.gov","Subject":"Lightning: {{ Message.Subject }}","Text":"Hold."},"Quiet":{"Minutes":10,"AllClear":{"AfterMinutes":0,"Subject":"All clear","Text":"Go on."}}}', 5, NULL, false);
INSERT INTO it.mailboxwatcheraction VALUES (6, 2, 'No drills', 'Condition', '{"Op":{"Action":"Stop"},"When":{"Any":[{"Path":"$.Message.Subject","Is":"Contains","Value":"[drill]"}]}}', 1, NULL, true);
INSERT INTO it.mailboxwatcheraction VALUES (7, 2, 'Call intake', 'Http', '{"Op":{"Action":"Post","Url":"http://127.0.0.1:17028/intake","Output":"$.Call","TimeoutSeconds":300},"FieldMap":{"subject":"$.Message.Subject"}}', 2, 2, true);
INSERT INTO it.mailboxwatcheraction VALUES (8, 2, 'Order the work', 'WorkOrder', '{"Op":{"Action":"Create","ServiceCode":"PUMP","Description":"{{ $.Message.Subject }}","AddressString":"100 Church St"}}', 3, NULL, true);
INSERT INTO it.mailboxwatcheraction VALUES (9, 3, 'Mark it', 'Data', '{"Op":{"Action":"Set"},"Data":{"Seen":true}}', 1, NULL, true);
INSERT INTO it.mailboxwatcheraction VALUES (10, 3, 'Mail the duty officer', 'Email', '{"Op":{"Action":"Send","To":"hanging@example.gov","Subject":"{{ Message.Subject }}","Text":"Duty."}}', 2, NULL, false);


--
-- Data for Name: mailboxwatcherjob; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.mailboxwatcherjob VALUES (3, 'Duty roster', '', false, 'duty@example.gov', 'Inbox', 'AAMkFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAwAAAAI8bvNy-pT4KgAAAADQGlI=', NULL, NULL, 1, 'Subscription', true, false, 10, NULL, NULL, NULL, NULL, NULL, 'http://127.0.0.1:17018/v1.0/users/2f44e961-301f-d312-43a0-2446f7cda7ea/mailFolders(''AAMkFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAwAAAAI8bvNy-pT4KgAAAADQGlI='')/messages/delta?$deltatoken=eyJjaGFpbiI6MTAzLCJnZW5lcmF0aW9uIjo1LCJmb2xkZXIiOjIsInJvdW5kIjp7ImF0Ijp7IkNoYW5nZXMiOnsiYWZ0ZXIiOjd9fSwic2luY2UiOjcsInRvbGQiOjAsImVtcHR5X3BhZ2VzIjowLCJ3aXNoIjp7InNlbGVjdCI6WyJpZCIsInJlY2VpdmVkRGF0ZVRpbWUiXSwiZW5jbG9zZWQiOm51bGwsInJlY2VpdmVkX2Zyb20iOm51bGwsImNoYW5nZV90eXBlIjpudWxsLCJ0b3AiOm51bGx9fX0', '2026-11-16 04:39:27.433217+00', '2026-11-16 04:39:13.252929+00', NULL, '2026-11-16 04:39:16+00', 'Success', '2026-11-16 04:39:11.571688+00', '2026-11-16 04:39:31.896587+00', '2026-11-16 04:39:18.636141+00', '2026-11-16 04:39:29.041195+00', 'list changes: the provider failed with internal server error (InternalServerError: An internal server error occurred. The operation failed.)', '2026-11-16 04:39:13.031834+00', NULL, 634, 'Live', NULL, '2026-11-16 04:39:13.022631+00');
INSERT INTO it.mailboxwatcherjob VALUES (2, 'Work requests', '', true, 'requests@example.gov', 'Inbox', 'AAMknLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AwAAAAE8bvNy-pT4KgAAAADKk4s=', NULL, 'request', 1, 'PollOnly', false, true, 10, 1, NULL, NULL, NULL, NULL, 'http://127.0.0.1:17018/v1.0/users/73e9a4ad-3ac5-9a0e-35f5-e325e12bea57/mailFolders(''AAMknLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AwAAAAE8bvNy-pT4KgAAAADKk4s='')/messages/delta?$deltatoken=eyJjaGFpbiI6MTAyLCJnZW5lcmF0aW9uIjoxMSwiZm9sZGVyIjoyLCJyb3VuZCI6eyJhdCI6eyJDaGFuZ2VzIjp7ImFmdGVyIjoxMX19LCJzaW5jZSI6MTEsInRvbGQiOjAsImVtcHR5X3BhZ2VzIjowLCJ3aXNoIjp7InNlbGVjdCI6WyJpZCIsInJlY2VpdmVkRGF0ZVRpbWUiXSwiZW5jbG9zZWQiOm51bGwsInJlY2VpdmVkX2Zyb20iOm51bGwsImNoYW5nZV90eXBlIjpudWxsLCJ0b3AiOm51bGx9fX0', NULL, NULL, NULL, '2026-11-16 04:39:19+00', 'Processing', '2026-11-16 04:39:11.547376+00', '2026-11-16 04:39:11.561457+00', '2026-11-16 04:39:21.676191+00', '2026-11-16 04:39:27.22468+00', 'list changes: the provider failed with gateway timeout (UnknownError)', '2026-11-16 04:39:13.049087+00', NULL, 674, 'Degraded', 'no good look at the mailbox since 2026-11-16T04:39:21Z: list changes: the provider failed with gateway timeout (UnknownError)', '2026-11-16 04:39:28.447376+00');
INSERT INTO it.mailboxwatcherjob VALUES (1, 'Vendor storm mail', '', true, 'storm@example.gov', 'Inbox', 'AAMkFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAwAAAAA8bvNy-pT4KgAAAACZxVQ=', 'vendor.example', NULL, 1, 'Subscription', true, false, 10, NULL, NULL, 'aa51ce68-7636-44ac-93de-a2b1d13ac84c', '2026-11-23 03:19:13+00', 'v1.f988e00a.ZAgkCkFvLV4s0-cp-vyLCmtRe2ibix6IGk9PmtqkUBP4_VhXHJ7Ngo_05r7jTzyYmn4C_ubJx7RDmx-ynZOmwbpPX24Hr4W5DpdmzhzOaxv_vxYPzD4DWARN4DZ2i-4gXePhqhfzxL0', 'http://127.0.0.1:17018/v1.0/users/33889a64-29e0-7ff2-75e5-db2af0d001e5/mailFolders(''AAMkFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAwAAAAA8bvNy-pT4KgAAAACZxVQ='')/messages/delta?$deltatoken=eyJjaGFpbiI6MTAxLCJnZW5lcmF0aW9uIjo1LCJmb2xkZXIiOjIsInJvdW5kIjp7ImF0Ijp7IkNoYW5nZXMiOnsiYWZ0ZXIiOjM1fX0sInNpbmNlIjozNSwidG9sZCI6MCwiZW1wdHlfcGFnZXMiOjAsIndpc2giOnsic2VsZWN0IjpbImlkIiwicmVjZWl2ZWREYXRlVGltZSJdLCJlbmNsb3NlZCI6bnVsbCwicmVjZWl2ZWRfZnJvbSI6bnVsbCwiY2hhbmdlX3R5cGUiOm51bGwsInRvcCI6bnVsbH19fQ', '2026-11-16 04:39:27.431708+00', '2026-11-16 04:39:13.252597+00', NULL, '2026-11-16 04:39:13+00', 'DbComplete', '2026-11-16 04:39:11.498037+00', '2026-11-16 04:39:11.538082+00', '2026-11-16 04:39:18.634837+00', '2026-11-16 04:39:29.105071+00', 'list changes: the provider failed with bad gateway (UnknownError)', '2026-11-16 04:39:13.054332+00', '2026-11-16 04:39:13.252597+00', 634, 'Live', NULL, '2026-11-16 04:39:13.033172+00');


--
-- Data for Name: mailboxwatcherlog; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.mailboxwatcherlog VALUES (1, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAACeN3m5f0p8FQAAAABj0Tk=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.1@emulator.invalid>', 'Storm 2', 'alerts@vendor.example', '2026-11-16 04:11:36+00', '2026-11-16 04:39:12.144245+00', '2026-11-16 04:39:12.202322+00', 'Failed', 'None', 'action 3 "Tell dispatch": status 422 was not expected: {"ticket": "ticket of Storm 2"}', 'Notification', '0bb5bcf0-3563-4bb5-a5cb-58c398cd5957', '2026-11-16 04:39:12.144245+00', false, '2026-11-16 04:11:32+00');
INSERT INTO it.mailboxwatcherlog VALUES (2, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAA8bvNy-pT4KgAAAADwSTk=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.2@emulator.invalid>', 'Storm 1', 'alerts@vendor.example', '2026-11-16 04:11:26+00', '2026-11-16 04:39:13.020739+00', '2026-11-16 04:39:13.191488+00', 'Success', 'Success', NULL, 'Reconciliation', '5144a3b4-a082-4aaf-b621-6aba22f0f723', NULL, false, '2026-11-16 04:11:22+00');
INSERT INTO it.mailboxwatcherlog VALUES (4, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAADapm0sfd90PwAAAAD1HE4=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.3@emulator.invalid>', 'Newsletter', 'news@elsewhere.example', '2026-11-16 04:39:13+00', '2026-11-16 04:39:13.329528+00', '2026-11-16 04:39:13.334445+00', 'Skipped', 'None', 'the sender does not contain "vendor.example"', 'Notification', 'b6e9e9c4-74b3-422c-856a-96a0a07ead2e', '2026-11-16 04:39:13.329528+00', false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (5, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAB43ebl-SnwVAAAAAD8bOI=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.4@emulator.invalid>', 'Storm 4', 'alerts@vendor.example', '2026-11-16 04:11:56+00', '2026-11-16 04:39:13.387673+00', '2026-11-16 04:39:13.422652+00', 'Success', 'Failed', 'phase 2, action 1 "Tell the board": status 422 was not expected: {"ticket": "ticket of Storm 4"}', 'Notification', '9495dfca-d9b7-4779-a7e2-cee346263bbb', '2026-11-16 04:39:13.387673+00', false, '2026-11-16 04:11:52+00');
INSERT INTO it.mailboxwatcherlog VALUES (6, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAGeN3m5f0p8FQAAAAAi8yI=', '<73e9a4ad-3ac5-9a0e-35f5-e325e12bea57.1@emulator.invalid>', 'Pump request 1', 'alerts@vendor.example', '2026-11-16 04:39:13+00', '2026-11-16 04:39:14.046712+00', '2026-11-16 04:39:14.064274+00', 'Success', 'None', NULL, 'Reconciliation', '74c9c664-ebc7-42c6-b143-aa501534bd31', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (8, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAE8bvNy-pT4KgAAAAC01jY=', '<73e9a4ad-3ac5-9a0e-35f5-e325e12bea57.2@emulator.invalid>', '[drill] request 2', 'alerts@vendor.example', '2026-11-16 04:39:14+00', '2026-11-16 04:39:15.07399+00', '2026-11-16 04:39:15.083308+00', 'Success', 'None', NULL, 'Reconciliation', '14706ded-0003-402b-8150-2c1fc24c7f60', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (10, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAHapm0sfd90PwAAAABd6Vk=', '<73e9a4ad-3ac5-9a0e-35f5-e325e12bea57.3@emulator.invalid>', 'Lunch', 'alerts@vendor.example', '2026-11-16 04:39:15+00', '2026-11-16 04:39:16.093429+00', '2026-11-16 04:39:16.100487+00', 'Skipped', 'None', 'the subject does not contain "request"', 'Reconciliation', 'e563954b-dd32-425c-ad46-3e8a212d7956', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (11, 3, 'AAkAFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAgAAAAKeN3m5f0p8FQAAAACycvc=', '<2f44e961-301f-d312-43a0-2446f7cda7ea.1@emulator.invalid>', 'Duty 1', 'alerts@vendor.example', '2026-11-16 04:39:16+00', '2026-11-16 04:39:16.153141+00', '2026-11-16 04:39:16.164553+00', 'Success', 'Success', NULL, 'Notification', '2e715100-ed9c-4eab-b238-03cfc906355f', '2026-11-16 04:39:16.153141+00', false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (12, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAAXFWCffHRsaQAAAAAu8Fw=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.5@emulator.invalid>', 'Storm 5', 'alerts@vendor.example', '2026-11-16 04:12:06+00', '2026-11-16 04:39:16.262086+00', '2026-11-16 04:39:16.305457+00', 'Success', 'Running', NULL, 'Notification', '8693cee0-37be-4606-a265-c0ebcd3b8e52', '2026-11-16 04:39:16.262086+00', false, '2026-11-16 04:12:02+00');
INSERT INTO it.mailboxwatcherlog VALUES (13, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAC1TNpY_77ofgAAAABKXNY=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.6@emulator.invalid>', 'Storm 6', 'alerts@vendor.example', '2026-11-16 04:12:16+00', '2026-11-16 04:39:16.316746+00', '2026-11-16 04:39:16.333636+00', 'Success', 'Running', NULL, 'Notification', '05c8feab-0fe1-4711-a272-50f884215b33', '2026-11-16 04:39:16.316746+00', false, '2026-11-16 04:12:12+00');
INSERT INTO it.mailboxwatcherlog VALUES (14, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAABThFQSewlkkwAAAACNrQ4=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.7@emulator.invalid>', 'Storm 7', 'alerts@vendor.example', '2026-11-16 04:12:26+00', '2026-11-16 04:39:16.372264+00', '2026-11-16 04:39:16.398461+00', 'Success', 'Running', NULL, 'Notification', '7fc02bb5-b8d2-45fb-8a32-59118b37a158', '2026-11-16 04:39:16.372264+00', false, '2026-11-16 04:12:22+00');
INSERT INTO it.mailboxwatcherlog VALUES (15, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAADxu83L_lPgqAAAAAApqHk=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.8@emulator.invalid>', 'Storm 8', 'alerts@vendor.example', '2026-11-16 04:12:36+00', '2026-11-16 04:39:16.428562+00', '2026-11-16 04:39:16.452782+00', 'Success', 'Running', NULL, 'Notification', '41570304-5f6b-4941-ad29-b5b30bfb1b47', '2026-11-16 04:39:16.428562+00', false, '2026-11-16 04:12:32+00');
INSERT INTO it.mailboxwatcherlog VALUES (16, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAACP80eFeZ5cvQAAAAAUyvQ=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.9@emulator.invalid>', 'Storm 9', 'alerts@vendor.example', '2026-11-16 04:12:46+00', '2026-11-16 04:39:16.485271+00', '2026-11-16 04:39:16.504942+00', 'Success', 'Queued', NULL, 'Notification', '051b191d-d76c-49c8-8b36-a0b3c9b5e085', '2026-11-16 04:39:16.485271+00', false, '2026-11-16 04:12:42+00');
INSERT INTO it.mailboxwatcherlog VALUES (17, 3, 'AAkAFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAgAAAAI8bvNy-pT4KgAAAADU5xs=', '<2f44e961-301f-d312-43a0-2446f7cda7ea.2@emulator.invalid>', 'Duty 2', 'alerts@vendor.example', '2026-11-16 04:39:16+00', '2026-11-16 04:39:16.541599+00', '2026-11-16 04:39:16.553514+00', 'Success', 'Running', NULL, 'Notification', '22120d44-c88d-4f2f-a492-5ec4c04193ef', '2026-11-16 04:39:16.541599+00', false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (19, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAF43ebl-SnwVAAAAABFfVE=', '<73e9a4ad-3ac5-9a0e-35f5-e325e12bea57.4@emulator.invalid>', 'Pump request 4', 'alerts@vendor.example', '2026-11-16 04:39:16+00', '2026-11-16 04:39:17.566792+00', NULL, 'Processing', 'None', NULL, 'Reconciliation', '62ae1653-c0e8-41d6-b843-989cde12bd03', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (20, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAEXFWCffHRsaQAAAABkgHs=', '<73e9a4ad-3ac5-9a0e-35f5-e325e12bea57.5@emulator.invalid>', 'Pump request 5', 'alerts@vendor.example', '2026-11-16 04:39:17+00', '2026-11-16 04:39:18.634759+00', NULL, 'Processing', 'None', NULL, 'Reconciliation', '2961e58f-c585-47de-b6b5-dec74d5114e6', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (21, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAG1TNpY_77ofgAAAAAHtPU=', '<73e9a4ad-3ac5-9a0e-35f5-e325e12bea57.6@emulator.invalid>', 'Pump request 6', 'alerts@vendor.example', '2026-11-16 04:39:18+00', '2026-11-16 04:39:19.649877+00', NULL, 'Processing', 'None', NULL, 'Reconciliation', 'ae8bbaee-3bb0-4c2e-b663-9d02f6669d2d', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (22, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAFThFQSewlkkwAAAAD313U=', '<73e9a4ad-3ac5-9a0e-35f5-e325e12bea57.7@emulator.invalid>', 'Pump request 7', 'alerts@vendor.example', '2026-11-16 04:39:19+00', '2026-11-16 04:39:20.661811+00', NULL, 'Processing', 'None', NULL, 'Reconciliation', '03019aa6-114e-4231-98eb-3bdd1d40a570', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (23, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAHxu83L_lPgqAAAAAC3OyY=', NULL, NULL, NULL, NULL, '2026-11-16 04:39:21.675368+00', NULL, 'Detected', 'None', NULL, 'Reconciliation', '0983e7c2-959c-4249-9b86-e9ad0b8f30fe', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (25, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAADMYjr4eDNU5wAAAAC4nu4=', NULL, NULL, NULL, NULL, '2026-11-16 04:39:27.431708+00', NULL, 'Detected', 'None', NULL, 'Notification', '1fec93ae-a72d-4b9e-978c-02706bd019f9', '2026-11-16 04:39:27.431708+00', false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (26, 3, 'AAkAFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAgAAAALapm0sfd90PwAAAAD2CcQ=', NULL, NULL, NULL, NULL, '2026-11-16 04:39:27.433217+00', NULL, 'Detected', 'None', NULL, 'Notification', '65042080-ceed-4e27-8b1e-f2656551e7bb', '2026-11-16 04:39:27.433217+00', false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (24, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAAuKsE__OjY0gAAAABLRAM=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.10@emulator.invalid>', 'Storm 10', 'alerts@vendor.example', '2026-11-16 04:12:56+00', '2026-11-16 04:39:21.70223+00', NULL, 'DbComplete', 'None', NULL, 'Notification', 'f470ad1a-0ae5-48ca-9e23-eb59898eee6b', '2026-11-16 04:39:21.70223+00', false, '2026-11-16 04:12:52+00');


--
-- Data for Name: mailinglist; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.mailinglist VALUES ('057457db47c0d629cc9ed10b8508a7d2fcba6826276d0a9c80daf0848935c881', '{"by":{"job_id":1,"action_id":5,"message_key":"AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAA8bvNy-pT4KgAAAADwSTk=","credential_id":null},"envelope":{"via":"Smtp","from":"stormwire@example.gov","to":["crew@example.gov"],"cc":[],"reply_to":[]},"numbers":[8.0,30.0,30.0],"mailed_at":"2026-11-16T04:39:13.221566Z","statuses":{"1":"Active","3":"Unknown"},"opened_at":"2026-11-16T04:39:13.221566Z","closing_at":null,"before":null}', '2026-11-16 04:39:13.221566+00');


--
-- Data for Name: process; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.process VALUES (2, 'vm', 10233, '2026-11-16 04:39:12.943812+00');


--
-- Data for Name: queue; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.queue VALUES (17, 'OperatorMail', 'run 0bb5bcf0-3563-4bb5-a5cb-58c398cd5957 1', '{"reason":"run 0bb5bcf0-3563-4bb5-a5cb-58c398cd5957 1","subject":"stormwire: a message of Vendor storm mail failed","text":"Watcher: Vendor storm mail (id 1)\nLog row: 1, in the portal at /portal/log/1\nRun: 0bb5bcf0-3563-4bb5-a5cb-58c398cd5957\nDetected: 2026-11-16T04:39:12.144245Z\n\naction 3 \"Tell dispatch\": status 422 was not expected: {\"ticket\": \"ticket of Storm 2\"}\n\nThe message is put into the folder Failed, or marked so, where it can be reached. Retry it in the portal once the cause is mended.\n"}', 0, 'Dead', '2026-11-16 04:39:12.718969+00', 2, 2, NULL, NULL, NULL, '2026-11-16 04:39:12.202322+00', '2026-01-01 00:00:00+00', NULL, '2026-11-16 04:39:12.718969+00', 'the mail could not be sent: no connection to the mail server: Connection error: Connection refused (os error 111)', NULL);
INSERT INTO it.queue VALUES (1, 'Retention', 'all', '{}', -10, 'Ready', '2026-11-16 05:39:13.031615+00', 0, 3, NULL, NULL, NULL, '2026-11-16 04:39:11.352638+00', NULL, '2026-11-16 04:39:13.031629+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (13, 'Listing', '3', '{"job":3}', 1125899906842624, 'Ready', '2026-11-16 05:39:13.031834+00', 0, 3, NULL, NULL, NULL, '2026-11-16 04:39:11.580091+00', NULL, '2026-11-16 04:39:13.046993+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (10, 'Listing', '2', '{"job":2}', 1125899906842624, 'Ready', '2026-11-16 05:39:13.049087+00', 0, 3, NULL, NULL, NULL, '2026-11-16 04:39:11.561457+00', NULL, '2026-11-16 04:39:13.049443+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (7, 'Listing', '1', '{"job":1}', 1125899906842624, 'Ready', '2026-11-16 05:39:13.054332+00', 0, 3, NULL, NULL, NULL, '2026-11-16 04:39:11.538082+00', NULL, '2026-11-16 04:39:13.056999+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (33, 'AllClear', '057457db47c0d629cc9ed10b8508a7d2fcba6826276d0a9c80daf0848935c881', '{"list":"057457db47c0d629cc9ed10b8508a7d2fcba6826276d0a9c80daf0848935c881"}', 0, 'Ready', '2026-11-16 04:41:32+00', 0, 0, NULL, NULL, NULL, '2026-11-16 04:39:13.221566+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO it.queue VALUES (6, 'Subscription', '1', '{"job":1}', 1125899906842624, 'Ready', '2026-11-16 05:39:13.237403+00', 0, 5, NULL, NULL, NULL, '2026-11-16 04:39:11.538082+00', NULL, '2026-11-16 04:39:13.253536+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (12, 'Subscription', '3', '{"job":3}', 1125899906842624, 'Ready', '2026-11-16 05:39:13.237638+00', 0, 5, NULL, NULL, NULL, '2026-11-16 04:39:11.580091+00', NULL, '2026-11-16 04:39:13.257315+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (56, 'PhaseTwo', '16', '{"log":16}', 0, 'Ready', '2026-11-16 04:39:16.504942+00', 0, 0, NULL, NULL, NULL, '2026-11-16 04:39:16.504942+00', NULL, NULL, NULL, NULL, 'watcher 1 phase two');
INSERT INTO it.queue VALUES (64, 'Message', '23', '{"log": 23}', 1794803960, 'Ready', '2026-11-16 04:39:21.675368+00', 0, 0, NULL, NULL, NULL, '2026-11-16 04:39:21.675368+00', NULL, NULL, NULL, NULL, 'watcher 2');
INSERT INTO it.queue VALUES (4, 'WatcherHealth', 'all', '{}', 1125899906842624, 'Ready', '2026-11-16 04:39:33.448644+00', 0, 6, NULL, NULL, NULL, '2026-11-16 04:39:11.352638+00', NULL, '2026-11-16 04:39:28.44865+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (2, 'FeedHealth', 'all', '{}', 1125899906842624, 'Ready', '2026-11-16 04:39:33.445166+00', 0, 6, NULL, NULL, NULL, '2026-11-16 04:39:11.352638+00', NULL, '2026-11-16 04:39:28.448344+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (48, 'PhaseTwo', '12', '{"log":12}', 0, 'Leased', '2026-11-16 04:39:16.305457+00', 1, 1, '2026-11-16 04:40:30.113233+00', NULL, 2, '2026-11-16 04:39:16.305457+00', NULL, NULL, NULL, NULL, 'watcher 1 phase two');
INSERT INTO it.queue VALUES (50, 'PhaseTwo', '13', '{"log":13}', 0, 'Leased', '2026-11-16 04:39:16.333636+00', 1, 1, '2026-11-16 04:40:30.113233+00', NULL, 2, '2026-11-16 04:39:16.333636+00', NULL, NULL, NULL, NULL, 'watcher 1 phase two');
INSERT INTO it.queue VALUES (52, 'PhaseTwo', '14', '{"log":14}', 0, 'Leased', '2026-11-16 04:39:16.398461+00', 1, 1, '2026-11-16 04:40:30.113233+00', NULL, 2, '2026-11-16 04:39:16.398461+00', NULL, NULL, NULL, NULL, 'watcher 1 phase two');
INSERT INTO it.queue VALUES (54, 'PhaseTwo', '15', '{"log":15}', 0, 'Leased', '2026-11-16 04:39:16.452782+00', 1, 1, '2026-11-16 04:40:30.113233+00', NULL, 2, '2026-11-16 04:39:16.452782+00', NULL, NULL, NULL, NULL, 'watcher 1 phase two');
INSERT INTO it.queue VALUES (58, 'PhaseTwo', '17', '{"log":17}', 0, 'Leased', '2026-11-16 04:39:16.553514+00', 1, 1, '2026-11-16 04:40:30.113233+00', NULL, 2, '2026-11-16 04:39:16.553514+00', NULL, NULL, NULL, NULL, 'watcher 3 phase two');
INSERT INTO it.queue VALUES (59, 'Message', '19', '{"log": 19}', 1794803956, 'Leased', '2026-11-16 04:39:17.566792+00', 1, 1, '2026-11-16 04:40:30.113233+00', NULL, 2, '2026-11-16 04:39:17.566792+00', NULL, NULL, NULL, NULL, 'watcher 2');
INSERT INTO it.queue VALUES (61, 'Message', '20', '{"log": 20}', 1794803957, 'Leased', '2026-11-16 04:39:18.634759+00', 1, 1, '2026-11-16 04:40:30.113233+00', NULL, 2, '2026-11-16 04:39:18.634759+00', NULL, NULL, NULL, NULL, 'watcher 2');
INSERT INTO it.queue VALUES (62, 'Message', '21', '{"log": 21}', 1794803958, 'Leased', '2026-11-16 04:39:19.649877+00', 1, 1, '2026-11-16 04:40:30.113233+00', NULL, 2, '2026-11-16 04:39:19.649877+00', NULL, NULL, NULL, NULL, 'watcher 2');
INSERT INTO it.queue VALUES (63, 'Message', '22', '{"log": 22}', 1794803959, 'Leased', '2026-11-16 04:39:20.661811+00', 1, 1, '2026-11-16 04:40:30.113233+00', NULL, 2, '2026-11-16 04:39:20.661811+00', NULL, NULL, NULL, NULL, 'watcher 2');
INSERT INTO it.queue VALUES (66, 'Message', '25', '{"log": 25}', 1101306431743, 'Ready', '2026-11-16 04:39:32.947312+00', 1, 1, NULL, NULL, NULL, '2026-11-16 04:39:27.431708+00', '2026-11-16 04:39:31.613232+00', NULL, '2026-11-16 04:39:31.613232+00', 'read message: the provider failed with service unavailable', 'watcher 1');
INSERT INTO it.queue VALUES (11, 'Reconcile', '3', '{"job":3}', 1125899906842624, 'Leased', '2026-11-16 04:39:31.455973+00', 2, 10, '2026-11-16 04:40:31.614631+00', NULL, 2, '2026-11-16 04:39:11.580091+00', '2026-11-16 04:39:29.042651+00', '2026-11-16 04:39:18.636897+00', '2026-11-16 04:39:29.042651+00', 'list changes: the provider failed with internal server error (InternalServerError: An internal server error occurred. The operation failed.)', NULL);
INSERT INTO it.queue VALUES (67, 'Message', '26', '{"log": 26}', 1101306431743, 'Ready', '2026-11-16 04:39:33.203913+00', 1, 1, NULL, NULL, NULL, '2026-11-16 04:39:27.433217+00', '2026-11-16 04:39:31.854357+00', NULL, '2026-11-16 04:39:31.854357+00', 'read message: the provider failed with service unavailable', 'watcher 3');
INSERT INTO it.queue VALUES (5, 'Reconcile', '1', '{"job":1}', 1125899906842624, 'Leased', '2026-11-16 04:39:31.753972+00', 2, 10, '2026-11-16 04:40:31.855908+00', NULL, 2, '2026-11-16 04:39:11.538082+00', '2026-11-16 04:39:29.106967+00', '2026-11-16 04:39:18.636185+00', '2026-11-16 04:39:29.106967+00', 'list changes: the provider failed with bad gateway (UnknownError)', NULL);
INSERT INTO it.queue VALUES (69, 'Unsubscribe', 'da94f371-852f-4cc6-af42-86c40871c678', '{"subscription":"da94f371-852f-4cc6-af42-86c40871c678","credential":1,"mailbox":"duty@example.gov"}', 1125899906842624, 'Leased', '2026-11-16 04:39:31.896587+00', 1, 1, '2026-11-16 04:40:31.898717+00', NULL, 2, '2026-11-16 04:39:31.896587+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO it.queue VALUES (65, 'Message', '24', '{"log": 24}', 1101306431737, 'Leased', '2026-11-16 04:39:28.603883+00', 2, 2, '2026-11-16 04:40:30.113233+00', NULL, 2, '2026-11-16 04:39:21.70223+00', '2026-11-16 04:39:27.379069+00', NULL, '2026-11-16 04:39:27.379069+00', 'mark message read: the provider failed with service unavailable', 'watcher 1');
INSERT INTO it.queue VALUES (8, 'Reconcile', '2', '{"job":2}', 1125899906842624, 'Leased', '2026-11-16 04:39:29.486628+00', 2, 14, '2026-11-16 04:40:30.113233+00', NULL, 2, '2026-11-16 04:39:11.561457+00', '2026-11-16 04:39:27.227101+00', '2026-11-16 04:39:21.677528+00', '2026-11-16 04:39:27.227101+00', 'list changes: the provider failed with gateway timeout (UnknownError)', NULL);


--
-- Data for Name: retiredsubscription; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.retiredsubscription VALUES ('811ff7ca-8a2c-426d-aa6a-6459ab696bd7', '2026-11-16 04:39:13.23848+00');
INSERT INTO it.retiredsubscription VALUES ('297f78a6-de28-497e-b865-9dee16637fac', '2026-11-16 04:39:13.238511+00');
INSERT INTO it.retiredsubscription VALUES ('da94f371-852f-4cc6-af42-86c40871c678', '2026-11-16 04:39:31.896587+00');


--
-- Data for Name: schemamigration; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.schemamigration VALUES (1, 'foundation', '2026-11-16 04:39:10.841643+00', true, '\x707eab0d22258fd0dd40d9730023a2eb52f89e9a908f415fc97f86834364042a00acce8399a67f86d007a52b0d0d2833', 31266627);
INSERT INTO it.schemamigration VALUES (2, 'people', '2026-11-16 04:39:10.873367+00', true, '\xc7a8ee2030c629831ef0708064a1d9f644556e9916b3af96c6133e4484ce10c928e8d581dbc43c85290b76764d2db689', 7811531);
INSERT INTO it.schemamigration VALUES (3, 'watching', '2026-11-16 04:39:10.881446+00', true, '\xd84eefe69f9900d9f80824ba241762eb391ab5e4f54447745117fea148c80ca4b1bbbceaae5b14efadc6b34aa59e629b', 7491736);
INSERT INTO it.schemamigration VALUES (4, 'effects', '2026-11-16 04:39:10.889152+00', true, '\x13ce9a41a05cfd2799a9cb9a2d57b736d1c4dabbe6b03074be49e700f21322461519db734d2c3dcd81e82af35fd182a0', 1196694);
INSERT INTO it.schemamigration VALUES (5, 'credential standing', '2026-11-16 04:39:10.890417+00', true, '\x8b02d56104945f9e1bec30829ec15197650948ad5db61cb2e00b06de700fa18e2b05ec774194b96f86522434fdc30e81', 543641);
INSERT INTO it.schemamigration VALUES (6, 'feed', '2026-11-16 04:39:10.891026+00', true, '\x29b9668216143c281e93087dbf3ff7d92229cb7ff7f6cc8d3fb5bf839793d0859289d7eb5042322d58083dcf5f0be56b', 2482074);
INSERT INTO it.schemamigration VALUES (7, 'portal', '2026-11-16 04:39:10.893591+00', true, '\x8c913a224b3408a730fa6029989913822c61b8e718764449d974b82c72179972eb8a15181de2f4de11eeb485a979a881', 1085608);
INSERT INTO it.schemamigration VALUES (8, 'samples', '2026-11-16 04:39:10.894787+00', true, '\x6747c58a9f206b63f64ec0797b8ab113be319ad3d3245ad3c01708d3807dcdb0c318455bc793e74645c728ab1fe32254', 2924468);
INSERT INTO it.schemamigration VALUES (9, 'lanes', '2026-11-16 04:39:10.897701+00', true, '\xc0c73eb0251f1c5c6eaef5f0896205da76742c022971f3be31277973cd9ff36daa68886d7a5872151b9c91f78b4dd4c0', 1805983);
INSERT INTO it.schemamigration VALUES (10, 'mailing', '2026-11-16 04:39:10.899676+00', true, '\x3f71f20b145646991d1f647c3514dbd4863d0262c2d5d0d0bfd3eda01ad92cae110b652046118bd4d5f0dec315c89020', 2022443);
INSERT INTO it.schemamigration VALUES (11, 'log line', '2026-11-16 04:39:10.901755+00', true, '\x369c1e8df5afa3b6fe5e9c76b2c40030ba1a5b99ac5a0c473fe206d5cae2277a72c767b5aadb0a45671794b85e543ad1', 1524718);


--
-- Data for Name: session; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.session VALUES ('54c044e7356646c9e712551935f409fed419dcff19a3d6bc34cc7a96af438efb', 1, '2026-11-16 04:39:11.481942+00', '2026-11-16 04:39:11.481942+00', '2026-11-30 04:39:11.481942+00');


--
-- Data for Name: useraccount; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.useraccount VALUES (1, 'ada', 'admin', '$argon2id$v=19$m=19456,t=2,p=1$A3UFxtaE6/jE/XhDfQ36Kg$cC4U2DuLpI2t+vycrsjtgS3GHwvXhZVFQ7i0l6ujoU0', '2026-11-16 04:39:10.987018+00', '2026-11-16 04:39:10.987018+00');
INSERT INTO it.useraccount VALUES (2, 'otto', 'operator', '$argon2id$v=19$m=19456,t=2,p=1$OabfwKZ88PzadXmTrTQucQ$eqa1QqxuTImsKathQ+K4LPZHIWNXkQvJPPMIsMO0gM8', '2026-11-16 04:39:11.043802+00', '2026-11-16 04:39:11.043802+00');
INSERT INTO it.useraccount VALUES (3, 'vera', 'viewer', '$argon2id$v=19$m=19456,t=2,p=1$XHZOi29kekIqmrRizwQk5g$lnEllyN4k9OZPY2G2Qkd7WTgr+gf2/A0gP99vn6eTaE', '2026-11-16 04:39:11.158489+00', '2026-11-16 04:39:11.158489+00');


--
-- Data for Name: workfloweffect; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.workfloweffect VALUES (1, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAACeN3m5f0p8FQAAAABj0Tk=', 3, '81362aa09f5b7e26bb7827b48d86522a4df6242f2c42f0a4a51484ca7f3e1efd', 'Failed', '2026-11-16 04:39:12.19562+00', '2026-11-16 04:39:12.198427+00', NULL, '0bb5bcf0-3563-4bb5-a5cb-58c398cd5957', '81362aa09f5b7e26bb7827b48d86522a4df6242f2c42f0a4a51484ca7f3e1efd');
INSERT INTO it.workfloweffect VALUES (2, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAA8bvNy-pT4KgAAAADwSTk=', 3, 'b73d6f87e90a54d620f851dd1b716174e213786b40175c3e35ac1743794348ad', 'Done', '2026-11-16 04:39:13.157315+00', '2026-11-16 04:39:13.176052+00', 'v1.f988e00a.Oayq_G_drPVLpNziLLKbzwBjjR00RvVGTjV1cluF3dW2fb_nNMI-unkkOTVrOzLHUIHm1bTg3Cg58U-rGj1Js8L8e7bemSI43YR86a6q1Y4UBFOYizSVI_PmAU8', '5144a3b4-a082-4aaf-b621-6aba22f0f723', 'b73d6f87e90a54d620f851dd1b716174e213786b40175c3e35ac1743794348ad');
INSERT INTO it.workfloweffect VALUES (3, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAA8bvNy-pT4KgAAAADwSTk=', 4, 'ca796ca2f1c1c4872de9947bed3323876dc82b12ec24ab3f03291a39853fe016', 'Done', '2026-11-16 04:39:13.204623+00', '2026-11-16 04:39:13.206437+00', 'v1.f988e00a.ZG35o5YKjz0LY9lZAzIE0DT_44T76fibddKRivC-mlrdOMBbmIE4w9l6u7AC6Lb0OeibbYyKuOSF0GIlZ-TBwtmVBWT0HP-Q01_nb7R49fMfzuLmOGjqxYWvBl8', '5144a3b4-a082-4aaf-b621-6aba22f0f723', 'ca796ca2f1c1c4872de9947bed3323876dc82b12ec24ab3f03291a39853fe016');
INSERT INTO it.workfloweffect VALUES (4, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAA8bvNy-pT4KgAAAADwSTk=', 5, '6e28fc0e7b96ba1ba448e654cac52353aa9e6e6979e66e031c7f5723782b4927', 'Done', '2026-11-16 04:39:13.234516+00', '2026-11-16 04:39:13.287691+00', 'v1.f988e00a.81C5Zw_U4ECKTp-LSx6bTXLfZU5G2c3msjakmQwZixijKCIZZj0POuL43jKSDRwXNlCydSdjvdlOplviblUFbhrzKLpvbcvlDOvhBwxX20HvFRJ050RHGYSIqJU3OLtO4liXJlOZjFeenTXGc12M7n0oOikYrCPjKCRc7Y0J96mev3v43t1ky1ggvqYHZwib4Q', '5144a3b4-a082-4aaf-b621-6aba22f0f723', '6e28fc0e7b96ba1ba448e654cac52353aa9e6e6979e66e031c7f5723782b4927');
INSERT INTO it.workfloweffect VALUES (5, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAB43ebl-SnwVAAAAAD8bOI=', 3, '783859d1cfa8775b202071461ec102dfa74c4fd4a4b9340c00c3420f5d34130a', 'Done', '2026-11-16 04:39:13.417748+00', '2026-11-16 04:39:13.419611+00', 'v1.f988e00a.iTI908yynzJRaCYfr7CvZ98VkYG8-OMuqcRuFp-r7tSVfIRphr6y9ieemyGXyKVTqu9gDZfgBIWEhk8C2Lq0r62Y7SLn3CVpvAoLJHG7on3GOTZPDOoGs_QnJtI', '9495dfca-d9b7-4779-a7e2-cee346263bbb', '783859d1cfa8775b202071461ec102dfa74c4fd4a4b9340c00c3420f5d34130a');
INSERT INTO it.workfloweffect VALUES (6, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAB43ebl-SnwVAAAAAD8bOI=', 4, 'de45a640be01e1008b9b2eefca00d80e3cd8b8625eb7be1bc94c97d5d1c87693', 'Failed', '2026-11-16 04:39:13.428983+00', '2026-11-16 04:39:13.430743+00', NULL, '9495dfca-d9b7-4779-a7e2-cee346263bbb', 'de45a640be01e1008b9b2eefca00d80e3cd8b8625eb7be1bc94c97d5d1c87693');
INSERT INTO it.workfloweffect VALUES (7, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAGeN3m5f0p8FQAAAAAi8yI=', 7, '794ccce7eb951072f0494883e5b7ef10fe2a4b2dbfb2399cd3c32293a8542bc7', 'Done', '2026-11-16 04:39:14.057723+00', '2026-11-16 04:39:14.05933+00', 'v1.f988e00a.fwM8hFbd4Hv3Z3qUeT6yD92HF6QSC1dWAz7qRdzj7QMQ8pJiArzzzdxgY_qV3DVQ1shJXbjc2fIlmqACbgh40voC0ZuVYkO1HB0IscA0IMx5Rmjp_4r3Yz6I-aEIkjDE5TFJ', '74c9c664-ebc7-42c6-b143-aa501534bd31', '794ccce7eb951072f0494883e5b7ef10fe2a4b2dbfb2399cd3c32293a8542bc7');
INSERT INTO it.workfloweffect VALUES (8, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAGeN3m5f0p8FQAAAAAi8yI=', 8, 'ebdfb8375f4f03d07a8e0421b98aa6c674ce4677db7c406e91a2c96f78b2f35b', 'Done', '2026-11-16 04:39:14.061019+00', '2026-11-16 04:39:14.061725+00', 'v1.f988e00a.gTNQJAVFWRdJHOX1iHgiuDiHiAE0qNKWpNxcddmuNALIu5UxTVG0Jpw3LhBpXZGx', '74c9c664-ebc7-42c6-b143-aa501534bd31', 'ebdfb8375f4f03d07a8e0421b98aa6c674ce4677db7c406e91a2c96f78b2f35b');
INSERT INTO it.workfloweffect VALUES (9, 3, 'AAkAFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAgAAAAKeN3m5f0p8FQAAAACycvc=', 10, 'd3194af0a31a6558ca2b9255bbd1e17b1a5ad1ca63126c967de1d347ffc1e654', 'Done', '2026-11-16 04:39:16.171507+00', '2026-11-16 04:39:16.219785+00', 'v1.f988e00a.fv_ZN-1TCBznMOIEGy78e1X8oHe3satcCPvN5eq5r88-ZDDRkXPWeFMJ_qEcuxqG2nvRr1kt65-LfMcKdHbYzrtIez-Y5_zgTlUvIyfmjqCwyFJBIaSwq3h6a1zWptU4Xtre8NpEx-J4Ft3LFPVM5wcje_BWaf3r5QUTbX1XNU5vRsf-079P2Y4IHCwb1DVXOA', '2e715100-ed9c-4eab-b238-03cfc906355f', 'd3194af0a31a6558ca2b9255bbd1e17b1a5ad1ca63126c967de1d347ffc1e654');
INSERT INTO it.workfloweffect VALUES (10, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAAXFWCffHRsaQAAAAAu8Fw=', 3, '3ab433c239d7cb83100b34a2dcb275cb418fae30d1864dfb4d2dab21df39c197', 'Done', '2026-11-16 04:39:16.299708+00', '2026-11-16 04:39:16.301908+00', 'v1.f988e00a.eWwJ35881Uk1HzWqYz3-oWRs4UK-DGR9RQ_A0dJa0Aq4HMkgC66Sh-KjWjE7CeqtclWTGbsP88EPiTandUGcRbwmEBe1-CwvU9fdvdMnjEJoSkhYevG1KvwoSfw', '8693cee0-37be-4606-a265-c0ebcd3b8e52', '3ab433c239d7cb83100b34a2dcb275cb418fae30d1864dfb4d2dab21df39c197');
INSERT INTO it.workfloweffect VALUES (11, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAAXFWCffHRsaQAAAAAu8Fw=', 4, 'ad4935819f9c1054bcfc86c4317850a852c0f511cef452e763150a5e4d6acd08', 'Intended', '2026-11-16 04:39:16.311707+00', NULL, NULL, '8693cee0-37be-4606-a265-c0ebcd3b8e52', 'ad4935819f9c1054bcfc86c4317850a852c0f511cef452e763150a5e4d6acd08');
INSERT INTO it.workfloweffect VALUES (12, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAC1TNpY_77ofgAAAABKXNY=', 3, '1d57c962b3b2489ba9ce746e6290c846009584e94e877fa786bd9c18817f7690', 'Done', '2026-11-16 04:39:16.3291+00', '2026-11-16 04:39:16.330712+00', 'v1.f988e00a.PoquKWRWAzcswLGLziblqGAsR0NQtudUhciv4PtHcl4KOpoWrwTPsJ5QsNnQU2-zGeEseIOeAVy5X9xvbW9STLLF_DX5zmtlIJ2oNiZYQ7Ylx8k4TpESaiR7OSM', '05c8feab-0fe1-4711-a272-50f884215b33', '1d57c962b3b2489ba9ce746e6290c846009584e94e877fa786bd9c18817f7690');
INSERT INTO it.workfloweffect VALUES (13, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAC1TNpY_77ofgAAAABKXNY=', 4, '849ff63d4556c875e320d84fe315d4f565f82b9509cad4d1dad2a8c7eb397db4', 'Intended', '2026-11-16 04:39:16.338679+00', NULL, NULL, '05c8feab-0fe1-4711-a272-50f884215b33', '849ff63d4556c875e320d84fe315d4f565f82b9509cad4d1dad2a8c7eb397db4');
INSERT INTO it.workfloweffect VALUES (14, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAABThFQSewlkkwAAAACNrQ4=', 3, '2bcfcdbe5da6cb08acd5614814afa5d8104864af99a3eb5b83449f28d0619ac9', 'Done', '2026-11-16 04:39:16.389186+00', '2026-11-16 04:39:16.391122+00', 'v1.f988e00a.rW72vIKDdBYsJ0zb0bdCv-jvQBDFA5iv3OXGlUc4slqoUm95VKTbnmtn0Gy-4uXoLInNPGU0FiGfd2fWpYTLAnqO8KgxHSWqQ7TW_XLtzAPCH5TbJ8S2Zra1avg', '7fc02bb5-b8d2-45fb-8a32-59118b37a158', '2bcfcdbe5da6cb08acd5614814afa5d8104864af99a3eb5b83449f28d0619ac9');
INSERT INTO it.workfloweffect VALUES (16, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAADxu83L_lPgqAAAAAApqHk=', 3, '30a6af220daae7c481b7e50a38e66e9016acfd82b1f952a26bd3fb92df2287f2', 'Done', '2026-11-16 04:39:16.446212+00', '2026-11-16 04:39:16.448376+00', 'v1.f988e00a.uyKIkSn01fchJfdBSdzLe3WaRYaOlWAn-vtfFYLLSWy7nT0ndfC1p1tygw0Gm9ya6ppfAttJjcb0y9Ibw9H9z-cCUxMgdyD5GdiFTktObb95SMRvi7oFXWzE8ZQ', '41570304-5f6b-4941-ad29-b5b30bfb1b47', '30a6af220daae7c481b7e50a38e66e9016acfd82b1f952a26bd3fb92df2287f2');
INSERT INTO it.workfloweffect VALUES (18, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAACP80eFeZ5cvQAAAAAUyvQ=', 3, '2abfdb2db106c1093c4f14d69effdf339de6ba24d3d5f5b12a11e9063c0a6a75', 'Done', '2026-11-16 04:39:16.500005+00', '2026-11-16 04:39:16.501904+00', 'v1.f988e00a.iLTHEsQNGeWQjTKVbi88Mlf78ZNYDyRAcdGGBFElRt0RxzsvTvF9ksgpmcPyRPLnCvC_aljatKklvEfizxgXkUjgzKFatN-67ejF93IfY6gtkkAAYTYX46iL3Lc', '051b191d-d76c-49c8-8b36-a0b3c9b5e085', '2abfdb2db106c1093c4f14d69effdf339de6ba24d3d5f5b12a11e9063c0a6a75');
INSERT INTO it.workfloweffect VALUES (15, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAABThFQSewlkkwAAAACNrQ4=', 4, '08d7037ad052fee47639a1551cd5674c030d306c412d11ee542061bc18093f66', 'Intended', '2026-11-16 04:39:16.40327+00', NULL, NULL, '7fc02bb5-b8d2-45fb-8a32-59118b37a158', '08d7037ad052fee47639a1551cd5674c030d306c412d11ee542061bc18093f66');
INSERT INTO it.workfloweffect VALUES (17, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAADxu83L_lPgqAAAAAApqHk=', 4, '0ceafc7d36e6d50f8aa33cc683c9b0c0349cf1cc6f011be443eb5faacc6bc948', 'Intended', '2026-11-16 04:39:16.458818+00', NULL, NULL, '41570304-5f6b-4941-ad29-b5b30bfb1b47', '0ceafc7d36e6d50f8aa33cc683c9b0c0349cf1cc6f011be443eb5faacc6bc948');
INSERT INTO it.workfloweffect VALUES (20, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAF43ebl-SnwVAAAAABFfVE=', 7, '36a422a9ce5b7015856c4e76b41c77fbcdeb984729b3f9740c1eb6b12f81a811', 'Intended', '2026-11-16 04:39:17.577262+00', NULL, NULL, '62ae1653-c0e8-41d6-b843-989cde12bd03', '36a422a9ce5b7015856c4e76b41c77fbcdeb984729b3f9740c1eb6b12f81a811');
INSERT INTO it.workfloweffect VALUES (19, 3, 'AAkAFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAgAAAAI8bvNy-pT4KgAAAADU5xs=', 10, 'd52fc8d6b31bbe4b437ac0c47b838f987f1f0b640f6dbbc011228eb38e9fcda7', 'Intended', '2026-11-16 04:39:16.563132+00', NULL, NULL, '22120d44-c88d-4f2f-a492-5ec4c04193ef', 'd52fc8d6b31bbe4b437ac0c47b838f987f1f0b640f6dbbc011228eb38e9fcda7');
INSERT INTO it.workfloweffect VALUES (21, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAEXFWCffHRsaQAAAABkgHs=', 7, '7eaa64196f6e59b0761e735ecab52ad33b9aafd3ab8b214c2192da727c5d71f7', 'Intended', '2026-11-16 04:39:18.644157+00', NULL, NULL, '2961e58f-c585-47de-b6b5-dec74d5114e6', '7eaa64196f6e59b0761e735ecab52ad33b9aafd3ab8b214c2192da727c5d71f7');
INSERT INTO it.workfloweffect VALUES (22, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAG1TNpY_77ofgAAAAAHtPU=', 7, '4e45e7b9f8648ddeefd872fb069f258844b7bbb12db5b8b1a4c4a26996d514ef', 'Intended', '2026-11-16 04:39:19.6583+00', NULL, NULL, 'ae8bbaee-3bb0-4c2e-b663-9d02f6669d2d', '4e45e7b9f8648ddeefd872fb069f258844b7bbb12db5b8b1a4c4a26996d514ef');
INSERT INTO it.workfloweffect VALUES (23, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAFThFQSewlkkwAAAAD313U=', 7, 'fb7554eafc10c4f370d7cfd18b2e23e2712b9a4eaea3b0adfe81ec91083969a7', 'Intended', '2026-11-16 04:39:20.673177+00', NULL, NULL, '03019aa6-114e-4231-98eb-3bdd1d40a570', 'fb7554eafc10c4f370d7cfd18b2e23e2712b9a4eaea3b0adfe81ec91083969a7');
INSERT INTO it.workfloweffect VALUES (24, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAAuKsE__OjY0gAAAABLRAM=', 3, '820f4cf362502637ab44866748915926dca84cc28133524280d9ff529f3572c2', 'Done', '2026-11-16 04:39:21.747555+00', '2026-11-16 04:39:21.752716+00', 'v1.f988e00a.Bu4mpmo8h3WWIAVk3L86xyWz3QwO_9lxcsWER6zW9rn1wTyh_BEhgsSNdqUlo3Obm2dxJ44Kb8_VdsN1D_DUMRcz1LiSzK0U8PXPrqKKuqjPjsJkvKdzIj_SPF5n', 'f470ad1a-0ae5-48ca-9e23-eb59898eee6b', '820f4cf362502637ab44866748915926dca84cc28133524280d9ff529f3572c2');


--
-- Data for Name: workflowrun; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.workflowrun VALUES ('0bb5bcf0-3563-4bb5-a5cb-58c398cd5957', 'MailboxWatcherJob', 1, 1, 'Failed', '2026-11-16 04:39:12.150957+00', '2026-11-16 04:39:12.202322+00', NULL);
INSERT INTO it.workflowrun VALUES ('9495dfca-d9b7-4779-a7e2-cee346263bbb', 'MailboxWatcherJob', 1, 5, 'Failed', '2026-11-16 04:39:13.394107+00', '2026-11-16 04:39:13.431745+00', NULL);
INSERT INTO it.workflowrun VALUES ('74c9c664-ebc7-42c6-b143-aa501534bd31', 'MailboxWatcherJob', 2, 6, 'Success', '2026-11-16 04:39:14.054096+00', '2026-11-16 04:39:14.064274+00', NULL);
INSERT INTO it.workflowrun VALUES ('5144a3b4-a082-4aaf-b621-6aba22f0f723', 'MailboxWatcherJob', 1, 2, 'Success', '2026-11-16 04:39:13.09073+00', '2026-11-16 04:39:13.289092+00', NULL);
INSERT INTO it.workflowrun VALUES ('14706ded-0003-402b-8150-2c1fc24c7f60', 'MailboxWatcherJob', 2, 8, 'Success', '2026-11-16 04:39:15.079918+00', '2026-11-16 04:39:15.083308+00', NULL);
INSERT INTO it.workflowrun VALUES ('7fc02bb5-b8d2-45fb-8a32-59118b37a158', 'MailboxWatcherJob', 1, 14, 'Running', '2026-11-16 04:39:16.379044+00', NULL, 'v1.f988e00a.McvakZFsLS707WLR_E3Z8V4J9SivCSlap3wkAmctAqAqJNtHh1HLG5IlkEAOYsIoex76_FsXFmz66UTFG1TYpFAeGvGeQqdVsBWRXsAa0UF_jQN-gdmmKMu3Vd33h7wEELxQ5hWUhtxvRei0VrpqVxaEpJABuQzeQs3NCXTwoITPeR6nVLHlYhOWPiwiweGvB_9LpJr7GCspW4ewSUhAiV8eGSEjDEWPLnVZdkT4xJ_ZAp7JTp2o6SujhR2pcrr7zZXWvVzXNAE4opt-Qu1ddiW8Y8xGF3bKVMJjraoSckFaRUI_MGS_XjgsI0hJ4bj1Z2vveeU7D_5k8QRCf1OXd9L3h979mvCKiw18oLDwnK_kQ3dBh6KdPuNSd4WuBVVkqxBghL8x2ShCIyDrKkHGf-_6sGcJPGxido-zBrOTZUfw-WSHrW3obAF2y4atIqn6Vn9R_Um9YyEohBbeK9439mH2JdZDsD3Jly5DYskogGlKWEJI2p0yBBpPHlYtkTBilU2GUpasDDb9rQhTWHDqxIdhZKi7SlTPac01CP7HrpkyFR5jBPy-jiHDaCDAi0l8t74W0j6Cbg-ROSRP_arxeSnNW1PSuWYd5sKBosP4a3F7ImdSvQ7TegjDEBbtsFjTDaOAhLdWrtqaCL5xOzr_kA6XvcWdRlC0MvbTfZJ7iJTWWSBg5mvbQJO4z3OxBfJxPFA4D2v3IhkiZ3_0fcFBG2eTYJKNQDNxlRsWKRlQneFA27HAOIa7HsIR24CFZQe3zrTTmmc5GTn4nnm1xkpaBhbq1VyX0J2D154IFCr02XWUg3ZS2UbdrGnoLst8gn-GNAfvgWYduAXMO6nXct7-JZrOxC7NgBOnM8JDzKfigjlIIWrXXY3msSdB908I9lfIFm66GOxdf-UiRIdGZR-3riy6E7gmK8uGTaDKcacJPHBcoB-8y8nqeCzG5-1jtjLEUmn3w7Ml1B8Q0S__thP_J0JMPN3pih1gWGR5juPEBeV6_S0Eq-OQxxNv9O-KoWd3G1RdOzjBFgBvDIzEHfUBMVqk-el0DW3BVX94ibFUG1BjqMEO0ZFoApJWUSJP1-3HqFXfPav6M8wqZ76mO44Uf6QzbD0ezmWB7s78ZIGlqM3OrBVdlIVMwbY1kqTUByMFm8ZXknhX7-Ld9uKVKnBcCZyrpPAdMrK2w6bmb_ZULRNV7lr561IttCLi9HL5Y7amzBD4SLjkzw-7XN_WbcjJNWhz9PEeUM5lKtFKn65w9bP6t4GpCVranx0Boj9Vt_urYKZ0HkelundXWBKB7_W4Ki3lNKZvY2-R14dyqi2wia2TEzuwXUiLSKHUvOk__6OS2_BtMMVaYCw_TkdS4WA8jVYS-sHUftuOktVOE2NjDBE9rDR3LpLDRs0WlbYMS-4VvziisifNfRcFlT4dB_4y53_-u9E2mrkQTVRPT1ZR0JU0eff4H4XT19UHvD89ydxshFKZBnanP_wKn_oQYUYpcYO1P3yTLbA3N70-2VuavnTaLdrziSlPTq4r-baPZmcqgXQc4gPHXSAP8NeEqcN0QnLdbRVBE9JJS__Z0GZ5se-lXsdbeErv25czSrwfeVqRWf0XKD97RE9bCCcPG1R472qbC8ZohnN-sLv02Ap83Tb1u-tKSl1yb_W-KBSKGssaDQ');
INSERT INTO it.workflowrun VALUES ('2e715100-ed9c-4eab-b238-03cfc906355f', 'MailboxWatcherJob', 3, 11, 'Success', '2026-11-16 04:39:16.160446+00', '2026-11-16 04:39:16.221288+00', NULL);
INSERT INTO it.workflowrun VALUES ('8693cee0-37be-4606-a265-c0ebcd3b8e52', 'MailboxWatcherJob', 1, 12, 'Running', '2026-11-16 04:39:16.26703+00', NULL, 'v1.f988e00a.iwk-FFBwcDRAosjfuJM0i7DPHyz-euuC6umUS1dYMSkAQa5fDdjTMEct9KzILxTOKeUqV3PoVHTKmYPc_SZkjLA_awb2hSa8pYAJy1aE3T7dGP9OPLeRGlkPAG0-BfsdVRNoq-C7XcvIRhr89AerPlqppp6uNcNsgD09sjbWNxBY_lZHz_QyiKNhhHbfA9CrY-OR6oZ4mhKO7KlCUcVHVKkI1UIGhIMqWAKvx-5mlH06Lp6HLL_miJoM6ktcWqLEYfYEyjn1iknxmXFFOqMoG_QTtaYFZKjUyvl6TLDlPW49gqgCDgXaCitO80c-eNsWARn9tzO6UrdOte6HifIVFtMWOjM89I9N9xCK37k602RAJ1EPbMQF9PMuuDWOrePDYohZTOm_tdmX1xUewZXaIsmqvAQva6fHlZUgXLNcgEGX4PlBMXvTlIp2ONdUZ78hZDxoDoEwaPlcE3aEFoQsfj0IfDpUnR3CVy1cYpTFacyva0qBHuf3FNceXd_ZR4S4E4lOYgx_c5nGqyISpcaStmYVg1DnOsf9Ek4aG-R5uPyfK359YGwYUAFTSB3TqhT85RuWBQwYpdNbxKwGTKjeQaclvf_gWVOcEqijn07U5L-p8-qN2M611kj0cKVX0AXxDLr19GnUpMMWNZEkjnT5maLnsgjq2A-Ex_iKcZrpJd6JE007KXu0J8Te74DNDXbEQmIyLKGvtSTHrsf01dMiUOwX6APZF5V6pmgWGvHJgIkVPGCoIeRWqw1MlYXXiP5uvlbD2xU9qvmV-UCa91bWpNaDJ9hzDuC2aqUVDrZbO184vdj3Eok5gdpevYr5k8q2fMs8X2x-eNX1HG-2ekNIiE8CKrZm8x1D1ZDRjDQl3NRQJFyW2w7HX8Ly7iFiBqNya60Y5Xbm_M5PYeBxFJZ6IpAFe1yzGiGwTDaRaCxKPEkVEXxcM-F_znA9h64w_PeqCD4PHUBWJLAVcuUYNvzQ4mfYRulv0Fn1uDSNYamVJq4BhL7v6yhXvifiqNoVHMDncYA_fx_01pRpmby78JrU1WKgE2q3NntNfshLuzk-uMF-JZP0v0f102u-LF_HFFABd-F2rDGNpoQs7Haof-V372JV15tG1HHWRzYyBpmZv4_i-sBoZBMl2sqc0rwTy__bWzGuOG_ODegyb0XepNrp2vRCZ1quaZxIpqAQW_QX0Ag8TBw5tHeVwbWLd6zj0psk-Xt5fxu83oJcMT5JbtUD3a0E2BXEspdscKoaKVtcL-j77G9gR5Ngmh2kljrlOpuXDj42k0jz1sC7PswuKcvJRrxznaSQsM4o7UyuAXh6GVySV21ErQgqZL2OgF9OHY5WqcGqzNdDtGigA5a4tflHdZD8iXG_o2QrMd8oEUTQ5uixTNkyrAiKPYNbpr6HWyYo5Gcz9llfnS3yvqJFnqRGkP9EE2INZojuBSCTK6GXYOG2lsDIH77u4A2cTD5m5BCM7p61dd2-xLW4-EVrCjIT84r8i0vjjxPHCzEwBjDZDHrw9O00lYs49PakmbTjUMP4JcExTaUWQul_3MAUvjZi1sHIeuJlHooJ5mewPRcoLWO9Uw7Ou0lxeehhpcGmsBQajH8jibn_2Y9-qRgkIcL4Ye-rD2M5Zd7XGExGj1MK0X6Xlh0kumC1-Mbe6q2Z6G6u7Q');
INSERT INTO it.workflowrun VALUES ('2961e58f-c585-47de-b6b5-dec74d5114e6', 'MailboxWatcherJob', 2, 20, 'Running', '2026-11-16 04:39:18.640601+00', NULL, NULL);
INSERT INTO it.workflowrun VALUES ('05c8feab-0fe1-4711-a272-50f884215b33', 'MailboxWatcherJob', 1, 13, 'Running', '2026-11-16 04:39:16.320651+00', NULL, 'v1.f988e00a.NDB4ZCAjgvNJ_zPBmt1MBzKVM207U1aE06cP3a4tTXaGIhDCJdZkNwNdhw55M_-GaQdT_Aoq0gaOMsL67G8WT7NfwA8jZFlCp-0Nuj1gtxoLDUkWrCRbKwwtzmaojvSdT7rY6jk98h5uxJPPDHgw0PJHBZLvR1OdwlgG59OxP-fihic0gfiJNEvTswxhEpvJ_Y8Dz5m-saSDw82RT1tSM8lMEzflBHOq9cPOILA92V1uWqazP6FStjrFgWVtAraSQmUbNRa0X609zTfkYGn62U5p4oZvXdxVK_4t3TPXVPzyOlK9sFehjRwgR8c4eB3Cf7mpJg-ilBM-M6j4wszTpPrKCAumJLdt04ctYRlpKc8xrKeV_z10j7S41kq9lisNVIbkp6MIBN06HCVy_7XujGFjcRVi2Pk2rjO8hA9iaSRf15R8sbhVzWzjkKc6aigFPSEn0trcMhTvZlA4otXVMzeV0ZsmYIahujImSYcYkWY4EDJOK4zwWL_wq7vs61ghRZYFufzjmxqIJnbQAl1FPMng5X5mVu_RjsuyDy4GqNa_r8HFoUfUhUE4IdtfLL_rwikslUl7bwhNb-XkEOZGI9HgS65Av1anQv1xseMcGwbHn5mMe4IX0zglksqJQkLacfeIX9cPFWrJa_zfS5NlY2UOc0iUHg-jyhMTIkSZuinmGKr3bkJFbJCbzJgSMcmk2NxXtPBHSe_wOAogh5ze0ARogzXhoGdt1Ie0Tj33wPz9yIfs3CT4FicparB4tFR4JdTFlX3rPk5H6z1xF-aPWZ9WU3yJyJb_YW8V5Myc1RdANmCzn3eqFk-q6G6u4Aqwu8plc7PbJv_VXE83FGAOKd0nTecte5c2I3foO4mbgXsMd6IPMY7keFH-p4AljUL87Ag3dtBvXWWhW0qgUh3ZShP6WZkydM8tvEawfNU6L5xzm91S2iG2ewQHrD4Is6TvLj1W_2lDC7y_JpogSN6tMrQuX0xJ0v23rnQBSMRfweEWa4L7J6j0ZzxD3qi0b8hfNVf2XEH6wI_aszlILqTuhtbaBt3W-TGCxB7QzB2gV-IxUhRwT_hmpLjUil02kSOifFTLCXf2YDXrAx_A-gHSc_ZOToixjtXIcA3DTy9-ByvSgRFLO44SKdKaDRCColpMfL9fcSo6zjlqKxUCmJpSxl689oqVo2RNJIMcJWv39rJPuHFx1axVjzcOqAVcW_-rjzjBct8B45dm4merdpfv4bWKiEIfY3cyZUHF6vat_qagfV152VSOtba3v_7j4aJ09bxJn59-1hAbCKHlVRv8dQQ3-0PYlVgFvJ-QsMe1ZJp4Nspyxjbb4YYCqUiACxKnJvhzYHft-mH2j7XqV07BAjTg9trYM8WP1gY0Ge9M9Hi3-91EeaU5z4QOwdqLbCZBOj7s6ASNQSPiFCzNLkXtz8-pH5B17_itnLYn8Kc31hAQvAghYH0PYoxE5ZY1hW2BuhYWOPS15VnSP0-KE8CYFHhVQFW6emXNBlLwrd-d9fhphUNXUTKoFM-7_LFbV3vSZUEZuw4svFvXhoxbqivMHDKqUrZEsJbmjF6YixfqjQF6jGYhVYI3uhW5dQllH2eQMbww07LqmukoXNNGz3ml3vxd66-bfGwL0EQFO4zmkuwQIwDpd_u-1rK_ynJRhNyoMQ');
INSERT INTO it.workflowrun VALUES ('ae8bbaee-3bb0-4c2e-b663-9d02f6669d2d', 'MailboxWatcherJob', 2, 21, 'Running', '2026-11-16 04:39:19.655214+00', NULL, NULL);
INSERT INTO it.workflowrun VALUES ('41570304-5f6b-4941-ad29-b5b30bfb1b47', 'MailboxWatcherJob', 1, 15, 'Running', '2026-11-16 04:39:16.434747+00', NULL, 'v1.f988e00a.0wVkt-MXVnyDpvtlRuxbMflPkdWMTOQhJOnkfUhDAmyQFg8G1tWm6404zvSaWP7UUUm9PJuzUYEOT42NGPA1-JkiOaoeIj6YC89fWYsuWLaHd9rGst1Te2mvTRNriPM8D-eJRMbXeKLPK8jebs1uxcMq4G9CZgnZmXWEe7ao4Jna2jHfXwQZxsMciPBdNhVNQOjgrxX1nqT6TmN5S4FXwb0JKhNM0rnBT3B05ePYcixI57F189KF9Jfoy38z0AkCcO-vWOoBoZ2rZXlhTw49jckkAaS8zpMUa2oV54EdFjeUx4RrBlP5JXXJaWNMGW5lbbEhOMEw8qmeB8UTSrGYrfQGMtuRB-wCVSSz9oq-Q5wQTNSCjbbXAhVYq-nLP9PDUYCmNLDpY0sCe-TmUXXXB4WEyhb_PoY3qF1XxWZnkSR8kaF0BKmhE95mr-NxYWGZNcZ1XMOj8_og4PU5igI9lZfiBqyS1p3KkGJr7PoiMXHtoxgHy_kk-2Npkk2VGB0VqOnc3S4KasAiO9PBYFIy58K9xeh3YbHmHeaZ6KjuteeyOP9DDc7WXyTptvplYIfjYgTUKSwaOjrHDI7kSHexNUfk0bFmJcvSxYDi9Lc-1Q1rZBPq6I7crKaZv3DKX03KBE5b2M7zADGIpYCiVb38pRb8JjYtdo9VjZF0DdPU0XWe9xRHeQJ3m02TnAYJjl4__TibwNsDlrre4pa0Ilw9zpV9lsZiYxBV_QtWxqXTQoApPI6IE-hrvbAy2Vgg5iUM-OIL6Ri6bnDNgdNVdxzbBiUh8kaKvhGgYX2fVtxEn45ciFQ9a4TMGUJeJvHnsbf9t3_tiYf_RCX60Ir_0m26M7PhgR_exvsKjgUl0WVMqabsFvErYeWMEME9q1rcsNEtbIqaIQcEW3vj9R0gYe2irAWVH6hPjAtst4bqCHR2ZGRLAyP0fehU9G2UpiE15mV4dLXSk2zzZwkQXtsllHAfQwvCJwEdjPKuhs92FuDRdSfZEqi39b92msxQeyx8JAeqfqUa1L3yR4g4TzhanMqTx8AGQjXQARSNImFE8T0yvNwvVblt_3A6Uje9-J6ueYTGVKpXIF120bw3M1I6Ry7AdGmASrCciJqORnimoXHfDgbN6jzYiB-CEp_eOXuWm1xUPA8vWFCszu0JNJECQM7wUzHF57k9y5xipdPkrrp8w2Nxghd9tlg4ejBK-zwNe71KS9g9puiJbkPvAAGhbgj4EuWb86gL1GvRG-sLKOH95nyODp7Rn4XLYKpATpiLgwkFBSB5VJXv0XzTeAlAixabCPSabY0PA4ZFfnyvBMm9f7uIzaGnBtBusJkqrno_ZksjC1lgVB0n07_ZksUpv6BHnKzaRsfj02vR_0GhTgts91ryHgdJm9BUuomAQtVLfVOfwoJqmCUqIu1QF289MErYuIgfgfT8eIQt5ag9RBQodUse8eyWKW4D6FlhaBC5uENpbdpJef5iO0xsd4-8Rm83DziwhpJuziv4nK8gejFUMnX3_h38YCKh3dT7KHJGBoMWihphqJ_GeWont6DEGuxUXr3iLpoVLLcuYuOts1WMhUYFlGddp7P4_7z2E66vOqhuo-4jNDkPqaBlwAvGpWRIosfL0Ul9CstiDvRamvK1GGJsi9QPmGDVCr2nKMe31K7iNg');
INSERT INTO it.workflowrun VALUES ('051b191d-d76c-49c8-8b36-a0b3c9b5e085', 'MailboxWatcherJob', 1, 16, 'Running', '2026-11-16 04:39:16.490011+00', NULL, 'v1.f988e00a.t3dzxDdaw-p_6hvzevldZc0uG5Ie8Vxn2smQlnnJ7O-aFWdaZRZhMkuDs2KQp9Gjad1vopn96hoCAcbULg8IQB9qK8wSZlzhz7b5uzm8bbiya1zb1eGMTUxBirGLKKtoVxx-EGZFsgVOp2v04wlToi8s6fMkHzcSL0Hb70EGD0VYnfdVYg339b0awBsiy0svaWOc01Y9fE1RoHB20rGERpiH0Jcj09g9FUB3dMq1LiG11QeiDtP-aisXLBXLNp9JnIwFYPRt1OoftLlw6-EpvPQ5th6W9HcbvQwu1bd2nRCDPuKOZeQv-4k9nwQKi5WZXEZnFtnI7pc7LcHo33wOcAmc6K3qqPUxqotzpIcc7tYl6R_I6j6yXBbkL-WMifaN6xDzWrJ8ffgtakx5rke9fz9aKVrihBsGAiQQnZh_K_0l9HPI_-l1p4jx5cSeZ_hxF42kXLSYb8YdheoXEvxye_N1xws9fnser1r202QtAjXH-v6PW8mdhLu8VOnwy8yPZNgltHDkVKcmdK23LX19uqBEtxAKWArU7a5ZafU8T5r408Ox3vEwwDmgbyO5e730fXSzUBctLoCjvC1TqaZvIcGqophz_rsL5BoZtbe3kdn54DkRLFX1Q43uxVfbkjRd9E_RnP_ANXkKmSgnWGw0yebO_UnIlzR0ERVyaSRQdFcyHsyC_8aYWjXiLWx-uYGziQMtDJKFKC4f7NK3b3XofA8NBHczqucF6i4R0a7HfpbdiiCrlr74UhAJwJ3iE2NlY3lo54noxIJG5-817XgMbJShxr08AOejCV5rhGNa5G7lzrRhgK68Uzf5gAxSQfGXmQOGi5aDRtgqifxQbqm-2oIEQmzvqMkCp40SuG1LIk5drVyhKyi73Kl1YaCkYV26p_27Ae6BWf2xVQA6VNzu7qPSIJyfPFw4d3dbbUVXrSXOEqVBVW5mrrE3gV6ruVc1kOs7QfaZbDL0NO0dnGBgF8nTpYcwhQpMktsZjCu_GvVWZssDdu1U7AcogXfu03dl4nWcs_AwduiBmFFuFSDsDfvxxVXz6CEJ2y8LLbJEWk6wkkKhg4lK0EbhYeT4pEkNtte5LyoZJtc2fkVPMiG-h0WsqcTrKkrh6tilHsHrw_7WzJUPuQIWd5VLyzC5PqHgbDB9IsfD3k-KTsaszG6Oktll3Tp3fFUS90Ccv0pj_FYbCuk6T_rlATy8K7OrzrON1OFPNzPJWloOlbhHxge_s_jVsLTjDfa_iRyqj1yIajPd1klp8CWx7fipA5wfKTwJF-8rbQ-BgIihgql25pO620gB5qgsJjxXbUlce3VrHAdU4FIJRJEWZrATqUiGiaMeCVIp8CVDyU9dvmf-oGAYoWLuRjTIt0ay7Bnd1SDtIo9Dg2L6I3EkEaukAGex-9cjpvux9LG1Zf8Y2kZ3uND8aQojdhdLObY5DBIwMOkf5FAmzej5SqMAISs6ltbhOO3vD0JPRjkgPQSAabbxE-uWrU_lTgUImXsb41r-2423U-9abpxXRcq2alqCDcjMeNyYVx6uS88Ni8--1r3rXQD9wAqhUZGES5vqpux6FW4jEAlv8PZXCt2p_yI9crwpipHxz0b8QjGSagPyxh4qYgxFPyOGvEWuN4bg1glZ20yl8XqgugHtJEUL_zL-VqmNYy_9hg');
INSERT INTO it.workflowrun VALUES ('22120d44-c88d-4f2f-a492-5ec4c04193ef', 'MailboxWatcherJob', 3, 17, 'Running', '2026-11-16 04:39:16.547957+00', NULL, 'v1.f988e00a.UpyWhIRAVJm_OyeeaD1YN5mQpCddXN6bfOurAVbA51Ltd2TAtswWrQRpGWLV3HvXgPZNglyIsEH9KIVzlKOBh9LFW5AtM4jseTbzEVo9MGk-IP8_tlG7x3_hr6HBd7ai9JEe7QG11PTroGgtBJMLRPUEvBt0A-H2qMrRtt4buMkhF-tCplUDqy7CPDJ5QN8CTvBSoiByygHCHSEpXA869XctMWrlbj5yZDflmyAc029GldGcYY1ZRlOih-EevasxArRYSLWLMmQjeTeylyPgVn8Ozj3ZRXVf4u6uVDVUmZqbH8QGuLrwy0R3DxPOOW9ynHYmOttJl9KVjQtbgcYUM0KUH89lUNuPxtXWnl34aJyOe8ZyO6UEdjW2fYfdz-TQswN-i_tsf7DoNNOCveZp_naZRWkQ8crR3SXFnYNPM0LRMO8Zn8VDyAyJqUxFSo0G61xKpDLr-Jk_XjT7V6DUZXCA-nvUb2-TV3d19QNf6OkHj56N8X2otpP5ib2NuThzu4HUAJVoSvK43u3RrFkZgNb5Qx9OFw05RrQmbs-hzXtwZakqd0lQFjf61AF4gfpMadKuqyupSacQXYPcxRSnEQ32SrmAT1wj5IxHwvgw0rat8gZ7CbEyfjfO4Bpx-IkFuejhr3mqinoT2bPasvbJU7QYctV-6mnNlXyS3tcayAM');
INSERT INTO it.workflowrun VALUES ('62ae1653-c0e8-41d6-b843-989cde12bd03', 'MailboxWatcherJob', 2, 19, 'Running', '2026-11-16 04:39:17.573947+00', NULL, NULL);
INSERT INTO it.workflowrun VALUES ('03019aa6-114e-4231-98eb-3bdd1d40a570', 'MailboxWatcherJob', 2, 22, 'Running', '2026-11-16 04:39:20.667911+00', NULL, NULL);
INSERT INTO it.workflowrun VALUES ('f470ad1a-0ae5-48ca-9e23-eb59898eee6b', 'MailboxWatcherJob', 1, 24, 'Running', '2026-11-16 04:39:21.70825+00', NULL, 'v1.f988e00a.ObMhFw_Y39radj_c2HbfHrMC4eBQPtL-usnouwVNpHDdgiikcp1FS0K-E8piNVsLKQWgS85blICBAIgSAMKFYqpebtwmdzlXjFxogLG6WJELNMwPOP-DIUR75Pta7zgYAMpPF08i-jCHseOH859gWFQFO9sQrX-B1JKimDkf6DAGHvBRDXV0kJ6UF64UaZ54BfOh8MkMqGlvWCkktO4MGx-hEEHuP3GrSwhWl_kDCyz7_0MY21dyGMyxDg50nu0ZLVtV2yU-biNNAT_ZWYn09d_uz4Gkh3Qj3vGTvY1Hgfuny0IcVbfA04IJ4r0Ak7rLpUi0htGx04nHZXuOHISu5MCyXKNdQFHH2gK0vreWaolSi-1O8JGhbZ75cHk4PxTx1yM0C37S-U-gZexqR1pp4nIIsvo9SjQyV40eviBBMIyYLzeTZkNXUhDwx5Hks2WjvTpcrT5UNwnPZXBUlV3f3qaSDto1LHRhqrlGMqRUPRvZqMgmlO61VvRWz1_ARYkOuul0pzXIcXNkXrQuEttPNRCJwwGNTcZA_dwbArH1FUrkZ6KeAHpj-3nHmI6SG_gkFcgh7ksM1iCUx0fCgGjXKfG-DB-6Ir3uDHzyZbKKvZQGfC0jLBl1P25c7R874gUf3TMXwTnURjdJ0Sue7jiOOhizvRUt0WjV1cGdCZmj1GF1i06PZR_SEubwVIbP25IUs5-igsweLTvIbX6IrqLlhssfsXeGCYgkvLnveTffjw2mO_kt2Cf6hTHX88BWe1TYRUFl050wOapr8XG5dpQVhRHY064olji2RyUpYBDWBuiqyJo1aPrBlMDABK61S6WSo9mKNriFMWxbimDVfas7QArsvN_fttp5l2P5dyFItr06ZyBySkw9Se0f2OzAWVckqzKIqzV2yU5JanM9mFvMgFDVg9qiOeKyIdBTNV35tPfWrkAokKDBoJNH-liPJcoyBLl4iZ1qcOcPYhAUAL2s1R3bSQj7KWLFr7LxdKmDgHT8Xu-7VHWREXdariY-DgzR_3Pp3s8IQoPXUeLCzTLpYeTgF0idOTxXCZ5NCR1vIvT5rRRdnrpG_We6l9W3Lkps94nKOwpveiQ3_xxLBQG9bBN24YxG1rXY1Ymj4IzCZPWIg4p5kyvJFsu0PYOPFAAJmkbrOcKRMsOYxuP8ZmcCb2bpHhCtUgF7cWUawEOX1gtzhm4-LuumrWlPT2rmlK-33nh2QA8WzuJIpozsGRl6ZCJz8U9xA7vF2ucndorlKD1CJ4QGlHMHqiJfZiRsewTZWDIaVjxbVGKtIX634i7ybhZIaYspSJFel1M0Gmo3bN9CA4UiVewUqPbQe13CQPPwkqSt48BkjH-vfDZolhYRR9F6pylgtp1CH_MSLEb5mH1Wd9RwZB3HjMD7oEjycLxDcgPIS1dIe6ByNEx1DmWBUdYfOW2fHnrMGTfoXhYrXHqfhtFO0LLfc0Ccu5ZVrXAN99l4u5uNw5JIRaiP5aQtwwdAkLYsXRRgUH425D9tPtGsX1608UpdkaxcKOGiPw9FmjHgDsUFVZCjSyu6mfYwmK7s4_R9tTy4dOZDbvkvwly5rUnVkeyWZZdPst8m2s9pRKQHnOfn0VmUT024h1R7GnBQHV46r12dGBGNtcQi2TZBcxn26TTA1zFD_iBDB1xQaP4');


--
-- Data for Name: workflowstep; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.workflowstep VALUES (1, '0bb5bcf0-3563-4bb5-a5cb-58c398cd5957', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 04:39:12.153833+00', '2026-11-16 04:39:12.15683+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (2, '0bb5bcf0-3563-4bb5-a5cb-58c398cd5957', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 04:39:12.157634+00', '2026-11-16 04:39:12.191633+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (3, '0bb5bcf0-3563-4bb5-a5cb-58c398cd5957', 3, 3, 'Tell dispatch', 'Http', 1, 'Failed', '2026-11-16 04:39:12.194173+00', '2026-11-16 04:39:12.200236+00', 'POST http://127.0.0.1:17028/dispatch', NULL, 'status 422 was not expected: {"ticket": "ticket of Storm 2"}');
INSERT INTO it.workflowstep VALUES (4, '0bb5bcf0-3563-4bb5-a5cb-58c398cd5957', 4, 1, 'Tell the board', 'Http', 2, 'Skipped', NULL, NULL, NULL, NULL, NULL);
INSERT INTO it.workflowstep VALUES (5, '0bb5bcf0-3563-4bb5-a5cb-58c398cd5957', 5, 2, 'Mail the crew', 'Email', 2, 'Skipped', NULL, NULL, NULL, NULL, NULL);
INSERT INTO it.workflowstep VALUES (6, '5144a3b4-a082-4aaf-b621-6aba22f0f723', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 04:39:13.094936+00', '2026-11-16 04:39:13.102182+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (7, '5144a3b4-a082-4aaf-b621-6aba22f0f723', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 04:39:13.103156+00', '2026-11-16 04:39:13.155332+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (8, '5144a3b4-a082-4aaf-b621-6aba22f0f723', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 04:39:13.156323+00', '2026-11-16 04:39:13.187865+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (9, '5144a3b4-a082-4aaf-b621-6aba22f0f723', 4, 1, 'Tell the board', 'Http', 2, 'Success', '2026-11-16 04:39:13.203847+00', '2026-11-16 04:39:13.21082+00', 'POST http://127.0.0.1:17028/board', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (10, '5144a3b4-a082-4aaf-b621-6aba22f0f723', 5, 2, 'Mail the crew', 'Email', 2, 'Success', '2026-11-16 04:39:13.216531+00', '2026-11-16 04:39:13.288695+00', 'by Smtp', 'sent to 1 recipient', NULL);
INSERT INTO it.workflowstep VALUES (11, '9495dfca-d9b7-4779-a7e2-cee346263bbb', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 04:39:13.399095+00', '2026-11-16 04:39:13.40186+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (12, '9495dfca-d9b7-4779-a7e2-cee346263bbb', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 04:39:13.402278+00', '2026-11-16 04:39:13.41591+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (13, '9495dfca-d9b7-4779-a7e2-cee346263bbb', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 04:39:13.416932+00', '2026-11-16 04:39:13.420523+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (14, '9495dfca-d9b7-4779-a7e2-cee346263bbb', 4, 1, 'Tell the board', 'Http', 2, 'Failed', '2026-11-16 04:39:13.428541+00', '2026-11-16 04:39:13.431175+00', 'POST http://127.0.0.1:17028/board', NULL, 'status 422 was not expected: {"ticket": "ticket of Storm 4"}');
INSERT INTO it.workflowstep VALUES (15, '9495dfca-d9b7-4779-a7e2-cee346263bbb', 5, 2, 'Mail the crew', 'Email', 2, 'Skipped', NULL, NULL, NULL, NULL, NULL);
INSERT INTO it.workflowstep VALUES (16, '74c9c664-ebc7-42c6-b143-aa501534bd31', 6, 1, 'No drills', 'Condition', 1, 'Success', '2026-11-16 04:39:14.055339+00', '2026-11-16 04:39:14.056327+00', 'Any of: $.Message.Subject Contains "[drill]"', 'not met (none of them): the run goes on', NULL);
INSERT INTO it.workflowstep VALUES (17, '74c9c664-ebc7-42c6-b143-aa501534bd31', 7, 2, 'Call intake', 'Http', 1, 'Success', '2026-11-16 04:39:14.056783+00', '2026-11-16 04:39:14.06016+00', 'POST http://127.0.0.1:17028/intake', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (18, '74c9c664-ebc7-42c6-b143-aa501534bd31', 8, 3, 'Order the work', 'WorkOrder', 1, 'Success', '2026-11-16 04:39:14.060645+00', '2026-11-16 04:39:14.062775+00', 'PUMP at it.WorkOrder', 'order 1', NULL);
INSERT INTO it.workflowstep VALUES (19, '14706ded-0003-402b-8150-2c1fc24c7f60', 6, 1, 'No drills', 'Condition', 1, 'Success', '2026-11-16 04:39:15.080742+00', '2026-11-16 04:39:15.08131+00', 'Any of: $.Message.Subject Contains "[drill]"', 'met ($.Message.Subject Contains "[drill]"): the run ends here', NULL);
INSERT INTO it.workflowstep VALUES (20, '14706ded-0003-402b-8150-2c1fc24c7f60', 7, 2, 'Call intake', 'Http', 1, 'Skipped', NULL, NULL, NULL, NULL, NULL);
INSERT INTO it.workflowstep VALUES (21, '14706ded-0003-402b-8150-2c1fc24c7f60', 8, 3, 'Order the work', 'WorkOrder', 1, 'Skipped', NULL, NULL, NULL, NULL, NULL);
INSERT INTO it.workflowstep VALUES (22, '2e715100-ed9c-4eab-b238-03cfc906355f', 9, 1, 'Mark it', 'Data', 1, 'Success', '2026-11-16 04:39:16.161443+00', '2026-11-16 04:39:16.162046+00', NULL, '1 keys set', NULL);
INSERT INTO it.workflowstep VALUES (23, '2e715100-ed9c-4eab-b238-03cfc906355f', 10, 1, 'Mail the duty officer', 'Email', 2, 'Success', '2026-11-16 04:39:16.169158+00', '2026-11-16 04:39:16.220757+00', 'by Smtp', 'sent to 1 recipient', NULL);
INSERT INTO it.workflowstep VALUES (24, '8693cee0-37be-4606-a265-c0ebcd3b8e52', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 04:39:16.268251+00', '2026-11-16 04:39:16.271429+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (25, '8693cee0-37be-4606-a265-c0ebcd3b8e52', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 04:39:16.271956+00', '2026-11-16 04:39:16.29783+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (26, '8693cee0-37be-4606-a265-c0ebcd3b8e52', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 04:39:16.299012+00', '2026-11-16 04:39:16.302876+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (27, '8693cee0-37be-4606-a265-c0ebcd3b8e52', 4, 1, 'Tell the board', 'Http', 2, 'Running', '2026-11-16 04:39:16.311016+00', NULL, 'POST http://127.0.0.1:17028/board', NULL, NULL);
INSERT INTO it.workflowstep VALUES (28, '05c8feab-0fe1-4711-a272-50f884215b33', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 04:39:16.321856+00', '2026-11-16 04:39:16.324375+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (29, '05c8feab-0fe1-4711-a272-50f884215b33', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 04:39:16.324841+00', '2026-11-16 04:39:16.327814+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (30, '05c8feab-0fe1-4711-a272-50f884215b33', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 04:39:16.328659+00', '2026-11-16 04:39:16.33145+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (31, '05c8feab-0fe1-4711-a272-50f884215b33', 4, 1, 'Tell the board', 'Http', 2, 'Running', '2026-11-16 04:39:16.33803+00', NULL, 'POST http://127.0.0.1:17028/board', NULL, NULL);
INSERT INTO it.workflowstep VALUES (32, '7fc02bb5-b8d2-45fb-8a32-59118b37a158', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 04:39:16.380428+00', '2026-11-16 04:39:16.383776+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (33, '7fc02bb5-b8d2-45fb-8a32-59118b37a158', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 04:39:16.384349+00', '2026-11-16 04:39:16.38778+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (34, '7fc02bb5-b8d2-45fb-8a32-59118b37a158', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 04:39:16.388609+00', '2026-11-16 04:39:16.391923+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (35, '7fc02bb5-b8d2-45fb-8a32-59118b37a158', 4, 1, 'Tell the board', 'Http', 2, 'Running', '2026-11-16 04:39:16.402615+00', NULL, 'POST http://127.0.0.1:17028/board', NULL, NULL);
INSERT INTO it.workflowstep VALUES (36, '41570304-5f6b-4941-ad29-b5b30bfb1b47', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 04:39:16.436296+00', '2026-11-16 04:39:16.439453+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (39, '41570304-5f6b-4941-ad29-b5b30bfb1b47', 4, 1, 'Tell the board', 'Http', 2, 'Running', '2026-11-16 04:39:16.458345+00', NULL, 'POST http://127.0.0.1:17028/board', NULL, NULL);
INSERT INTO it.workflowstep VALUES (43, '22120d44-c88d-4f2f-a492-5ec4c04193ef', 9, 1, 'Mark it', 'Data', 1, 'Success', '2026-11-16 04:39:16.549431+00', '2026-11-16 04:39:16.550111+00', NULL, '1 keys set', NULL);
INSERT INTO it.workflowstep VALUES (37, '41570304-5f6b-4941-ad29-b5b30bfb1b47', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 04:39:16.440218+00', '2026-11-16 04:39:16.443997+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (38, '41570304-5f6b-4941-ad29-b5b30bfb1b47', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 04:39:16.445151+00', '2026-11-16 04:39:16.449131+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (42, '051b191d-d76c-49c8-8b36-a0b3c9b5e085', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 04:39:16.499342+00', '2026-11-16 04:39:16.502516+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (44, '22120d44-c88d-4f2f-a492-5ec4c04193ef', 10, 1, 'Mail the duty officer', 'Email', 2, 'Running', '2026-11-16 04:39:16.560482+00', NULL, 'by Smtp', NULL, NULL);
INSERT INTO it.workflowstep VALUES (48, '2961e58f-c585-47de-b6b5-dec74d5114e6', 7, 2, 'Call intake', 'Http', 1, 'Running', '2026-11-16 04:39:18.642783+00', NULL, 'POST http://127.0.0.1:17028/intake', NULL, NULL);
INSERT INTO it.workflowstep VALUES (51, '03019aa6-114e-4231-98eb-3bdd1d40a570', 6, 1, 'No drills', 'Condition', 1, 'Success', '2026-11-16 04:39:20.669959+00', '2026-11-16 04:39:20.671088+00', 'Any of: $.Message.Subject Contains "[drill]"', 'not met (none of them): the run goes on', NULL);
INSERT INTO it.workflowstep VALUES (40, '051b191d-d76c-49c8-8b36-a0b3c9b5e085', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 04:39:16.491255+00', '2026-11-16 04:39:16.494079+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (46, '62ae1653-c0e8-41d6-b843-989cde12bd03', 7, 2, 'Call intake', 'Http', 1, 'Running', '2026-11-16 04:39:17.576297+00', NULL, 'POST http://127.0.0.1:17028/intake', NULL, NULL);
INSERT INTO it.workflowstep VALUES (41, '051b191d-d76c-49c8-8b36-a0b3c9b5e085', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 04:39:16.494732+00', '2026-11-16 04:39:16.498555+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (47, '2961e58f-c585-47de-b6b5-dec74d5114e6', 6, 1, 'No drills', 'Condition', 1, 'Success', '2026-11-16 04:39:18.641957+00', '2026-11-16 04:39:18.642366+00', 'Any of: $.Message.Subject Contains "[drill]"', 'not met (none of them): the run goes on', NULL);
INSERT INTO it.workflowstep VALUES (45, '62ae1653-c0e8-41d6-b843-989cde12bd03', 6, 1, 'No drills', 'Condition', 1, 'Success', '2026-11-16 04:39:17.575124+00', '2026-11-16 04:39:17.575826+00', 'Any of: $.Message.Subject Contains "[drill]"', 'not met (none of them): the run goes on', NULL);
INSERT INTO it.workflowstep VALUES (49, 'ae8bbaee-3bb0-4c2e-b663-9d02f6669d2d', 6, 1, 'No drills', 'Condition', 1, 'Success', '2026-11-16 04:39:19.656153+00', '2026-11-16 04:39:19.657021+00', 'Any of: $.Message.Subject Contains "[drill]"', 'not met (none of them): the run goes on', NULL);
INSERT INTO it.workflowstep VALUES (50, 'ae8bbaee-3bb0-4c2e-b663-9d02f6669d2d', 7, 2, 'Call intake', 'Http', 1, 'Running', '2026-11-16 04:39:19.657402+00', NULL, 'POST http://127.0.0.1:17028/intake', NULL, NULL);
INSERT INTO it.workflowstep VALUES (55, 'f470ad1a-0ae5-48ca-9e23-eb59898eee6b', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 04:39:21.746833+00', '2026-11-16 04:39:21.754655+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (52, '03019aa6-114e-4231-98eb-3bdd1d40a570', 7, 2, 'Call intake', 'Http', 1, 'Running', '2026-11-16 04:39:20.67157+00', NULL, 'POST http://127.0.0.1:17028/intake', NULL, NULL);
INSERT INTO it.workflowstep VALUES (53, 'f470ad1a-0ae5-48ca-9e23-eb59898eee6b', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 04:39:21.709855+00', '2026-11-16 04:39:21.712923+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (54, 'f470ad1a-0ae5-48ca-9e23-eb59898eee6b', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 04:39:21.713484+00', '2026-11-16 04:39:21.745598+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);


--
-- Data for Name: workorder; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.workorder VALUES (1, 'ebdfb8375f4f03d07a8e0421b98aa6c674ce4677db7c406e91a2c96f78b2f35b', 'PUMP', 'Pump request 1', '100 Church St', NULL, NULL, '{}', 'Open', 6, '2026-11-16 04:39:14.061008+00', '2026-11-16 04:39:14.061008+00');


--
-- Data for Name: aerialtile; Type: TABLE DATA; Schema: organization; Owner: -
--

INSERT INTO organization.aerialtile VALUES (1, 'downtown', 2024, 'L01', 1000, 1999.25, 1000.75, 2000, 1, 1, 'media/aerial/downtown-2024.png', 1);


--
-- Data for Name: aerialtileversion; Type: TABLE DATA; Schema: organization; Owner: -
--

INSERT INTO organization.aerialtileversion VALUES (1, 2);


--
-- Data for Name: audit; Type: TABLE DATA; Schema: organization; Owner: -
--

INSERT INTO organization.audit VALUES (1, '2026-11-16 04:39:11.228097+00', 'command line', 'import', 'facility', NULL, NULL, '{"facilities":3}', NULL);
INSERT INTO organization.audit VALUES (2, '2026-11-16 04:39:11.279952+00', 'command line', 'import', 'aerial-tile', NULL, NULL, '{"tiles":1}', NULL);
INSERT INTO organization.audit VALUES (3, '2026-11-16 04:39:11.592338+00', 'ada', 'update', 'facility', 2, '{"name":"Ball Fields","point":{"x":385884.58684277907,"y":1511496.8249031384},"latLongPoint":{"lat":34.6512,"lng":-86.73200000000001}}', '{"name":"Ball Fields East","point":{"x":385884.58684277907,"y":1511496.8249031384},"latLongPoint":{"lat":34.6512,"lng":-86.73200000000001}}', '04d09b26-7d2d-4070-b41d-884a6fbec280');


--
-- Data for Name: facility; Type: TABLE DATA; Schema: organization; Owner: -
--

INSERT INTO organization.facility VALUES (1, 'Aquatic Center', '0101000020E5900100C6785378773E1A410AC65B837A7F3741', '0101000020E6100000E10B93A982A555C0CD7F48BF7D5D4140');
INSERT INTO organization.facility VALUES (3, 'Storage Yard', NULL, NULL);
INSERT INTO organization.facility VALUES (2, 'Ball Fields East', '0101000020E59001004050ED58728D174122DA2CD348103741', '0101000020E6100000032B8716D9AE55C0DE9387855A534140');


--
-- Data for Name: schemamigration; Type: TABLE DATA; Schema: organization; Owner: -
--

INSERT INTO organization.schemamigration VALUES (1, 'foundation', '2026-11-16 04:39:10.914088+00', true, '\x67675a17edb67ad647428a1be344e85fcb46e94b220f77dc5066ea4c36a3bfcbe58ce5a4044a27a9a7304cb0f7076fe2', 6634559);
INSERT INTO organization.schemamigration VALUES (2, 'audit', '2026-11-16 04:39:10.920908+00', true, '\xcf49a1878bc57e9325ebaf6423ea8bd7f24d9632ef52f6e84c1c332807ac9a671ed7e8209c46e89fc70f80961a623e98', 2783703);
INSERT INTO organization.schemamigration VALUES (3, 'tile version', '2026-11-16 04:39:10.923806+00', true, '\xa3b12f5dd1d72c591b16e653cf24a542086be5706698268c6d81538074597f66ebca70c3ab740f8858d27dbe391dab8d', 1541715);
INSERT INTO organization.schemamigration VALUES (4, 'image version', '2026-11-16 04:39:10.925436+00', true, '\x11d67373257d2a806fba8993985744f052d345067c3b8380aa0403826efa3b09a76e80220093910415785b075f711efa', 248212);


--
-- Data for Name: workfloweffect; Type: TABLE DATA; Schema: organization; Owner: -
--



--
-- Data for Name: spatial_ref_sys; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Name: lightningstrike_id_seq; Type: SEQUENCE SET; Schema: data; Owner: -
--

SELECT pg_catalog.setval('data.lightningstrike_id_seq', 18, true);


--
-- Name: actionsample_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.actionsample_id_seq', 1, true);


--
-- Name: apitoken_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.apitoken_id_seq', 1, true);


--
-- Name: audit_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.audit_id_seq', 24, true);


--
-- Name: credential_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.credential_id_seq', 2, true);


--
-- Name: mailboxwatcheraction_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.mailboxwatcheraction_id_seq', 10, true);


--
-- Name: mailboxwatcherjob_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.mailboxwatcherjob_id_seq', 3, true);


--
-- Name: mailboxwatcherlog_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.mailboxwatcherlog_id_seq', 26, true);


--
-- Name: process_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.process_id_seq', 2, true);


--
-- Name: queue_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.queue_id_seq', 69, true);


--
-- Name: useraccount_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.useraccount_id_seq', 3, true);


--
-- Name: workfloweffect_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.workfloweffect_id_seq', 24, true);


--
-- Name: workflowstep_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.workflowstep_id_seq', 55, true);


--
-- Name: workorder_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.workorder_id_seq', 1, true);


--
-- Name: aerialtile_id_seq; Type: SEQUENCE SET; Schema: organization; Owner: -
--

SELECT pg_catalog.setval('organization.aerialtile_id_seq', 1, true);


--
-- Name: audit_id_seq; Type: SEQUENCE SET; Schema: organization; Owner: -
--

SELECT pg_catalog.setval('organization.audit_id_seq', 3, true);


--
-- Name: facility_id_seq; Type: SEQUENCE SET; Schema: organization; Owner: -
--

SELECT pg_catalog.setval('organization.facility_id_seq', 3, true);


--
-- Name: lightningstrike lightningstrike_pkey; Type: CONSTRAINT; Schema: data; Owner: -
--

ALTER TABLE ONLY data.lightningstrike
    ADD CONSTRAINT lightningstrike_pkey PRIMARY KEY (id);


--
-- Name: lightningstrike lightningstrike_timestamp_latitude_longitude_name_type_key; Type: CONSTRAINT; Schema: data; Owner: -
--

ALTER TABLE ONLY data.lightningstrike
    ADD CONSTRAINT lightningstrike_timestamp_latitude_longitude_name_type_key UNIQUE ("timestamp", latitude, longitude, name, type);


--
-- Name: schemamigration schemamigration_pkey; Type: CONSTRAINT; Schema: data; Owner: -
--

ALTER TABLE ONLY data.schemamigration
    ADD CONSTRAINT schemamigration_pkey PRIMARY KEY (version);


--
-- Name: workfloweffect workfloweffect_pkey; Type: CONSTRAINT; Schema: data; Owner: -
--

ALTER TABLE ONLY data.workfloweffect
    ADD CONSTRAINT workfloweffect_pkey PRIMARY KEY (effectkey);


--
-- Name: actionsample actionsample_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.actionsample
    ADD CONSTRAINT actionsample_pkey PRIMARY KEY (id);


--
-- Name: apitoken apitoken_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.apitoken
    ADD CONSTRAINT apitoken_pkey PRIMARY KEY (id);


--
-- Name: apitoken apitoken_tokenhash_key; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.apitoken
    ADD CONSTRAINT apitoken_tokenhash_key UNIQUE (tokenhash);


--
-- Name: audit audit_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);


--
-- Name: credential credential_name_key; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.credential
    ADD CONSTRAINT credential_name_key UNIQUE (name);


--
-- Name: credential credential_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.credential
    ADD CONSTRAINT credential_pkey PRIMARY KEY (id);


--
-- Name: feedstate feedstate_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.feedstate
    ADD CONSTRAINT feedstate_pkey PRIMARY KEY (id);


--
-- Name: mailboxwatcheraction mailboxwatcheraction_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.mailboxwatcheraction
    ADD CONSTRAINT mailboxwatcheraction_pkey PRIMARY KEY (id);


--
-- Name: mailboxwatcherjob mailboxwatcherjob_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.mailboxwatcherjob
    ADD CONSTRAINT mailboxwatcherjob_pkey PRIMARY KEY (id);


--
-- Name: mailboxwatcherlog mailboxwatcherlog_mailboxwatcherjobid_messagekey_key; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.mailboxwatcherlog
    ADD CONSTRAINT mailboxwatcherlog_mailboxwatcherjobid_messagekey_key UNIQUE (mailboxwatcherjobid, messagekey);


--
-- Name: mailboxwatcherlog mailboxwatcherlog_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.mailboxwatcherlog
    ADD CONSTRAINT mailboxwatcherlog_pkey PRIMARY KEY (id);


--
-- Name: mailinglist mailinglist_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.mailinglist
    ADD CONSTRAINT mailinglist_pkey PRIMARY KEY (listkey);


--
-- Name: process process_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.process
    ADD CONSTRAINT process_pkey PRIMARY KEY (id);


--
-- Name: queue queue_kind_uniquekey_key; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.queue
    ADD CONSTRAINT queue_kind_uniquekey_key UNIQUE (kind, uniquekey);


--
-- Name: queue queue_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (id);


--
-- Name: retiredsubscription retiredsubscription_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.retiredsubscription
    ADD CONSTRAINT retiredsubscription_pkey PRIMARY KEY (id);


--
-- Name: schemamigration schemamigration_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.schemamigration
    ADD CONSTRAINT schemamigration_pkey PRIMARY KEY (version);


--
-- Name: session session_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (tokenhash);


--
-- Name: useraccount useraccount_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.useraccount
    ADD CONSTRAINT useraccount_pkey PRIMARY KEY (id);


--
-- Name: workfloweffect workfloweffect_mailboxwatcherjobid_messagekey_mailboxwatche_key; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.workfloweffect
    ADD CONSTRAINT workfloweffect_mailboxwatcherjobid_messagekey_mailboxwatche_key UNIQUE (mailboxwatcherjobid, messagekey, mailboxwatcheractionid, requesthash);


--
-- Name: workfloweffect workfloweffect_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.workfloweffect
    ADD CONSTRAINT workfloweffect_pkey PRIMARY KEY (id);


--
-- Name: workflowrun workflowrun_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.workflowrun
    ADD CONSTRAINT workflowrun_pkey PRIMARY KEY (id);


--
-- Name: workflowstep workflowstep_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.workflowstep
    ADD CONSTRAINT workflowstep_pkey PRIMARY KEY (id);


--
-- Name: workflowstep workflowstep_workflowrunid_phase_Order_key; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.workflowstep
    ADD CONSTRAINT "workflowstep_workflowrunid_phase_Order_key" UNIQUE (workflowrunid, phase, "Order");


--
-- Name: workorder workorder_effectkey_key; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.workorder
    ADD CONSTRAINT workorder_effectkey_key UNIQUE (effectkey);


--
-- Name: workorder workorder_pkey; Type: CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.workorder
    ADD CONSTRAINT workorder_pkey PRIMARY KEY (id);


--
-- Name: aerialtile aerialtile_pkey; Type: CONSTRAINT; Schema: organization; Owner: -
--

ALTER TABLE ONLY organization.aerialtile
    ADD CONSTRAINT aerialtile_pkey PRIMARY KEY (id);


--
-- Name: aerialtile aerialtile_slug_year_key; Type: CONSTRAINT; Schema: organization; Owner: -
--

ALTER TABLE ONLY organization.aerialtile
    ADD CONSTRAINT aerialtile_slug_year_key UNIQUE (slug, year);


--
-- Name: aerialtileversion aerialtileversion_pkey; Type: CONSTRAINT; Schema: organization; Owner: -
--

ALTER TABLE ONLY organization.aerialtileversion
    ADD CONSTRAINT aerialtileversion_pkey PRIMARY KEY (id);


--
-- Name: audit audit_pkey; Type: CONSTRAINT; Schema: organization; Owner: -
--

ALTER TABLE ONLY organization.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);


--
-- Name: facility facility_pkey; Type: CONSTRAINT; Schema: organization; Owner: -
--

ALTER TABLE ONLY organization.facility
    ADD CONSTRAINT facility_pkey PRIMARY KEY (id);


--
-- Name: schemamigration schemamigration_pkey; Type: CONSTRAINT; Schema: organization; Owner: -
--

ALTER TABLE ONLY organization.schemamigration
    ADD CONSTRAINT schemamigration_pkey PRIMARY KEY (version);


--
-- Name: workfloweffect workfloweffect_pkey; Type: CONSTRAINT; Schema: organization; Owner: -
--

ALTER TABLE ONLY organization.workfloweffect
    ADD CONSTRAINT workfloweffect_pkey PRIMARY KEY (effectkey);


--
-- Name: actionsample_action; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX actionsample_action ON it.actionsample USING btree (mailboxwatcheractionid);


--
-- Name: apitoken_useraccountid; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX apitoken_useraccountid ON it.apitoken USING btree (useraccountid);


--
-- Name: audit_at; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX audit_at ON it.audit USING btree (at, id);


--
-- Name: mailboxwatcheraction_credentialid; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX mailboxwatcheraction_credentialid ON it.mailboxwatcheraction USING btree (credentialid);


--
-- Name: mailboxwatcheraction_job; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX mailboxwatcheraction_job ON it.mailboxwatcheraction USING btree (mailboxwatcherjobid, "Order", id);


--
-- Name: mailboxwatcherjob_credentialid; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX mailboxwatcherjob_credentialid ON it.mailboxwatcherjob USING btree (credentialid);


--
-- Name: mailboxwatcherlog_detectedat; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX mailboxwatcherlog_detectedat ON it.mailboxwatcherlog USING btree (detectedat, id);


--
-- Name: mailboxwatcherlog_failed; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX mailboxwatcherlog_failed ON it.mailboxwatcherlog USING btree (mailboxwatcherjobid, detectedat) WHERE ((status)::text = 'Failed'::text);


--
-- Name: mailboxwatcherlog_job_detectedat; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX mailboxwatcherlog_job_detectedat ON it.mailboxwatcherlog USING btree (mailboxwatcherjobid, detectedat, id);


--
-- Name: mailboxwatcherlog_job_id; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX mailboxwatcherlog_job_id ON it.mailboxwatcherlog USING btree (mailboxwatcherjobid, id);


--
-- Name: mailboxwatcherlog_job_status_detectedat; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX mailboxwatcherlog_job_status_detectedat ON it.mailboxwatcherlog USING btree (mailboxwatcherjobid, status, detectedat, id);


--
-- Name: mailboxwatcherlog_open; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX mailboxwatcherlog_open ON it.mailboxwatcherlog USING btree (mailboxwatcherjobid, status) WHERE ((status)::text = ANY ((ARRAY['Detected'::character varying, 'Processing'::character varying, 'DbComplete'::character varying])::text[]));


--
-- Name: mailboxwatcherlog_secondphasefailed; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX mailboxwatcherlog_secondphasefailed ON it.mailboxwatcherlog USING btree (detectedat, id) WHERE ((phasetwostatus)::text = 'Failed'::text);


--
-- Name: mailboxwatcherlog_status_detectedat; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX mailboxwatcherlog_status_detectedat ON it.mailboxwatcherlog USING btree (status, detectedat, id);


--
-- Name: mailboxwatcherlog_strikes; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX mailboxwatcherlog_strikes ON it.mailboxwatcherlog USING btree (mailboxwatcherjobid, receivedat) WHERE (neweststrikeat IS NOT NULL);


--
-- Name: queue_leased; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX queue_leased ON it.queue USING btree (leaseuntil) WHERE ((state)::text = 'Leased'::text);


--
-- Name: queue_ready; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX queue_ready ON it.queue USING btree (lane, priority DESC, dueat, id) WHERE (((state)::text = 'Ready'::text) AND (lane IS NOT NULL));


--
-- Name: queue_ready_alone; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX queue_ready_alone ON it.queue USING btree (priority DESC, dueat, id) WHERE (((state)::text = 'Ready'::text) AND (lane IS NULL));


--
-- Name: retiredsubscription_retiredat; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX retiredsubscription_retiredat ON it.retiredsubscription USING btree (retiredat);


--
-- Name: session_expiresat; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX session_expiresat ON it.session USING btree (expiresat);


--
-- Name: session_useraccountid; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX session_useraccountid ON it.session USING btree (useraccountid);


--
-- Name: useraccount_username; Type: INDEX; Schema: it; Owner: -
--

CREATE UNIQUE INDEX useraccount_username ON it.useraccount USING btree (lower((username)::text));


--
-- Name: workfloweffect_output; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX workfloweffect_output ON it.workfloweffect USING btree (finishedat) WHERE (output IS NOT NULL);


--
-- Name: workflowrun_log; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX workflowrun_log ON it.workflowrun USING btree (mailboxwatcherlogid);


--
-- Name: workflowrun_startedat; Type: INDEX; Schema: it; Owner: -
--

CREATE INDEX workflowrun_startedat ON it.workflowrun USING btree (startedat);


--
-- Name: aerialtile_level; Type: INDEX; Schema: organization; Owner: -
--

CREATE INDEX aerialtile_level ON organization.aerialtile USING btree (level, minx);


--
-- Name: audit_at; Type: INDEX; Schema: organization; Owner: -
--

CREATE INDEX audit_at ON organization.audit USING btree (at, id);


--
-- Name: facility_name; Type: INDEX; Schema: organization; Owner: -
--

CREATE INDEX facility_name ON organization.facility USING btree (name, id);


--
-- Name: aerialtile aerialtile_changed; Type: TRIGGER; Schema: organization; Owner: -
--

CREATE TRIGGER aerialtile_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON organization.aerialtile FOR EACH STATEMENT EXECUTE FUNCTION organization.aerialtile_changed();


--
-- Name: actionsample actionsample_mailboxwatcheractionid_fkey; Type: FK CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.actionsample
    ADD CONSTRAINT actionsample_mailboxwatcheractionid_fkey FOREIGN KEY (mailboxwatcheractionid) REFERENCES it.mailboxwatcheraction(id) ON DELETE CASCADE;


--
-- Name: apitoken apitoken_useraccountid_fkey; Type: FK CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.apitoken
    ADD CONSTRAINT apitoken_useraccountid_fkey FOREIGN KEY (useraccountid) REFERENCES it.useraccount(id) ON DELETE CASCADE;


--
-- Name: mailboxwatcheraction mailboxwatcheraction_credentialid_fkey; Type: FK CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.mailboxwatcheraction
    ADD CONSTRAINT mailboxwatcheraction_credentialid_fkey FOREIGN KEY (credentialid) REFERENCES it.credential(id);


--
-- Name: mailboxwatcheraction mailboxwatcheraction_mailboxwatcherjobid_fkey; Type: FK CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.mailboxwatcheraction
    ADD CONSTRAINT mailboxwatcheraction_mailboxwatcherjobid_fkey FOREIGN KEY (mailboxwatcherjobid) REFERENCES it.mailboxwatcherjob(id) ON DELETE CASCADE;


--
-- Name: mailboxwatcherjob mailboxwatcherjob_credentialid_fkey; Type: FK CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.mailboxwatcherjob
    ADD CONSTRAINT mailboxwatcherjob_credentialid_fkey FOREIGN KEY (credentialid) REFERENCES it.credential(id);


--
-- Name: session session_useraccountid_fkey; Type: FK CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.session
    ADD CONSTRAINT session_useraccountid_fkey FOREIGN KEY (useraccountid) REFERENCES it.useraccount(id) ON DELETE CASCADE;


--
-- Name: workflowrun workflowrun_mailboxwatcherlogid_fkey; Type: FK CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.workflowrun
    ADD CONSTRAINT workflowrun_mailboxwatcherlogid_fkey FOREIGN KEY (mailboxwatcherlogid) REFERENCES it.mailboxwatcherlog(id);


--
-- Name: workflowstep workflowstep_workflowrunid_fkey; Type: FK CONSTRAINT; Schema: it; Owner: -
--

ALTER TABLE ONLY it.workflowstep
    ADD CONSTRAINT workflowstep_workflowrunid_fkey FOREIGN KEY (workflowrunid) REFERENCES it.workflowrun(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


