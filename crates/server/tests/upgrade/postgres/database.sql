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

INSERT INTO data.lightningstrike VALUES (1, 'ALERT', '2026-11-16 03:19:52+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (2, 'ALERT', '2026-11-16 03:19:53+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (3, 'ALERT', '2026-11-16 03:19:42+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (4, 'ALERT', '2026-11-16 03:19:43+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (5, 'ALERT', '2026-11-16 03:20:13+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (6, 'ALERT', '2026-11-16 03:20:12+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (7, 'ALERT', '2026-11-16 03:20:22+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (8, 'ALERT', '2026-11-16 03:20:23+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (9, 'ALERT', '2026-11-16 03:20:33+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (10, 'ALERT', '2026-11-16 03:20:32+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (11, 'ALERT', '2026-11-16 03:20:43+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (12, 'ALERT', '2026-11-16 03:20:42+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (13, 'ALERT', '2026-11-16 03:20:53+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (14, 'ALERT', '2026-11-16 03:20:52+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (15, 'ALERT', '2026-11-16 03:21:02+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (16, 'ALERT', '2026-11-16 03:21:03+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (17, 'ALERT', '2026-11-16 03:21:13+00', 'Ground Stroke Lightning', 34.731000, -86.590000, DEFAULT);
INSERT INTO data.lightningstrike VALUES (18, 'ALERT', '2026-11-16 03:21:12+00', 'Ground Stroke Lightning', 34.730000, -86.590000, DEFAULT);


--
-- Data for Name: schemamigration; Type: TABLE DATA; Schema: data; Owner: -
--

INSERT INTO data.schemamigration VALUES (1, 'foundation', '2026-11-16 03:47:31.68763+00', true, '\x216a0f71304392ecd03caff16d4aec07f78b0bd7e447f8c7bbefef8d3c4cb05cf793dbfd1a688ede43b3f04640e24fa4', 1825226);
INSERT INTO data.schemamigration VALUES (2, 'batch threat', '2026-11-16 03:47:31.689603+00', true, '\x01f71296efa4802ec4194a2ae882948b1d2fe731f8149d0986313af689f738aa9b4b7ba808e5f0825e3d0ea4d134273c', 586923);
INSERT INTO data.schemamigration VALUES (3, 'strike edits', '2026-11-16 03:47:31.690243+00', true, '\xf78ac36c03070f3af6147e1fe7f159646b33eff78f47d7c5359ec11c0070d57dae364d51df96cbb0708fd63ffba06534', 78970);


--
-- Data for Name: workfloweffect; Type: TABLE DATA; Schema: data; Owner: -
--

INSERT INTO data.workfloweffect VALUES ('3c517fda48741d2b0767c70c809cf2b383477e92cd5c31a9b42fae9aa1821e8f', '2026-11-16 03:47:32.815641+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('31c992004dcad9af410ae52d0a68986552398c57a87e2c8a52146801720b0f0e', '2026-11-16 03:47:33.548035+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('2def9557804237a721ffb5b5534db7782f7447e0f54e23284a7a51a5acb22026', '2026-11-16 03:47:33.777822+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('492d4f9076f1c63916045edc6a6f827795456a4e8df578d3734ef278f6c9ffc7', '2026-11-16 03:47:37.096508+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('5cd517d8d42ab62641fc1eedece51de3d8e31af0e6e111f819cbecc4c308dcf6', '2026-11-16 03:47:37.141261+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('83783a642eb4fe56bd3ccf3f5eb5cde3b8bf9cb485d5130006358db3f6d26b60', '2026-11-16 03:47:37.197615+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('33abc0205412da8ce342ce1d575c9043958b4849af0e6b7125272de14fd1b652', '2026-11-16 03:47:37.255349+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('04a4a51ebd2980296d1c06c054d3a07f77a29a7cff557f703f436a425a1095e8', '2026-11-16 03:47:37.308456+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO data.workfloweffect VALUES ('4f19d28acbeda9a313f45417a4e04182533a6a4d8e6865f6159b5c1e53b42be9', '2026-11-16 03:47:42.54645+00', '{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');


--
-- Data for Name: actionsample; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.actionsample VALUES (1, 1, 'A quiet evening', 'ALERT: Ground Stroke Lightning detected on 11/16/2026 3:19:32 AM +00:00
at latitude 34.730, longitude -86.59

ALERT: Ground Stroke Lightning detected on 11/16/2026 3:19:33 AM +00:00
at latitude 34.731, longitude -86.59

', '{"Items":[{"Name":"ALERT","Timestamp":"2026-11-16T03:19:32Z","Type":"Ground Stroke Lightning","Latitude":34.73,"Longitude":-86.59},{"Name":"ALERT","Timestamp":"2026-11-16T03:19:33Z","Type":"Ground Stroke Lightning","Latitude":34.731,"Longitude":-86.59}],"Count":2}', '2026-11-16 03:47:32.232832+00');


--
-- Data for Name: apitoken; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.apitoken VALUES (1, 1, 'command line', 'be00effe13f937ddd05f9bb45a63b1661672ee391570c6f4bfcbd738b0f74c2f', '2026-11-16 03:47:31.897707+00', '2026-11-16 03:47:32.109797+00', NULL);


--
-- Data for Name: audit; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.audit VALUES (1, '2026-11-16 03:47:31.752674+00', 'command line', 'create', 'user', 1, NULL, '{"username":"ada","role":"admin"}', NULL);
INSERT INTO it.audit VALUES (2, '2026-11-16 03:47:31.80663+00', 'command line', 'create', 'user', 2, NULL, '{"username":"otto","role":"operator"}', NULL);
INSERT INTO it.audit VALUES (3, '2026-11-16 03:47:31.869369+00', 'command line', 'create', 'user', 3, NULL, '{"username":"vera","role":"viewer"}', NULL);
INSERT INTO it.audit VALUES (4, '2026-11-16 03:47:31.897707+00', 'command line', 'create', 'token', 1, NULL, '{"name":"command line","username":"ada","expiresAt":null}', NULL);
INSERT INTO it.audit VALUES (5, '2026-11-16 03:47:32.112479+00', 'ada', 'create', 'credential', 1, NULL, '{"name":"City mail","clientId":"client of City mail","namespace":"contoso.com","secretExpiresAt":null}', '2f0e404e-16a8-4f0a-8138-ac13ffdb5b07');
INSERT INTO it.audit VALUES (6, '2026-11-16 03:47:32.115247+00', 'ada', 'create', 'credential', 2, NULL, '{"name":"Dispatch","clientId":"client of Dispatch","namespace":"contoso.com","secretExpiresAt":null}', 'd9761739-c87b-4171-a457-29510a93ca78');
INSERT INTO it.audit VALUES (7, '2026-11-16 03:47:32.118785+00', 'ada', 'create', 'watcher', 1, NULL, '{"name":"Vendor storm mail","description":"","isEnabled":false,"mailboxAddress":"storm@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":"vendor.example","subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', 'bac8eb0b-e544-4bee-b8f1-e2faab4c0520');
INSERT INTO it.audit VALUES (8, '2026-11-16 03:47:32.124936+00', 'ada', 'create', 'action', 1, NULL, '{"jobId":1,"name":"Read the strikes","actionType":"TextExtract","config":{"Op":{"Action":"Extract","Source":"$.BodyText","Target":"$.Extract"},"Segment":{"StartPattern":"(?m)^(?:ALERT|WARNING): ","ClosePattern":"\\n[ \\t]*\\n"},"Fields":{"Name":{"Type":"string","Required":true,"Pattern":"\\A\\w+"},"Timestamp":{"Pattern":"detected on (\\S+ \\S+ [AP]M \\S+)","Type":"datetime","Format":"M/d/yyyy h:mm:ss tt zzz","Required":true},"Type":{"Type":"string","Required":true,"Pattern":"(?:Cloud|Ground) Stroke Lightning"},"Latitude":{"Type":"number","Required":true,"Pattern":"latitude ([^\\s,]+)"},"Longitude":{"Type":"number","Required":true,"Pattern":"longitude ([^\\s,]+)"}}},"order":1,"credentialId":null,"isPhaseOne":true}', 'cc6d4a58-70f9-4706-b9e9-611589cd3e0c');
INSERT INTO it.audit VALUES (9, '2026-11-16 03:47:32.152+00', 'ada', 'create', 'action', 2, NULL, '{"jobId":1,"name":"Merge the strikes","actionType":"Sql","config":{"Op":{"Action":"Merge","Target":"data.LightningStrike","Source":"$.Extract.Items"},"MatchOn":["Timestamp","Latitude","Longitude","Name","Type"]},"order":2,"credentialId":null,"isPhaseOne":true}', '724ada58-d25f-4127-98d0-6cc554f64d81');
INSERT INTO it.audit VALUES (10, '2026-11-16 03:47:32.156226+00', 'ada', 'create', 'action', 3, NULL, '{"jobId":1,"name":"Tell dispatch","actionType":"Http","config":{"Op":{"Action":"Post","Url":"http://127.0.0.1:17028/dispatch","Output":"$.Call","TimeoutSeconds":300},"FieldMap":{"subject":"$.Message.Subject","count":"$.Extract.Count"}},"order":3,"credentialId":null,"isPhaseOne":true}', '5ee59343-693c-4cbf-a884-ac690d553da1');
INSERT INTO it.audit VALUES (11, '2026-11-16 03:47:32.158245+00', 'ada', 'create', 'action', 4, NULL, '{"jobId":1,"name":"Tell the board","actionType":"Http","config":{"Op":{"Action":"Post","Url":"http://127.0.0.1:17028/board","Output":"$.Call","TimeoutSeconds":300},"FieldMap":{"subject":"$.Message.Subject","ticket":"$.Call.Body.ticket"}},"order":4,"credentialId":null,"isPhaseOne":false}', '66405500-5802-4d0a-b9c1-d73f62e9aef0');
INSERT INTO it.audit VALUES (12, '2026-11-16 03:47:32.161541+00', 'ada', 'create', 'action', 5, NULL, '{"jobId":1,"name":"Mail the crew","actionType":"Email","config":{"Op":{"Action":"Send","To":"crew@example.gov","Subject":"Lightning: {{ Message.Subject }}","Text":"Hold."},"Quiet":{"Minutes":10,"AllClear":{"AfterMinutes":0,"Subject":"All clear","Text":"Go on."}}},"order":5,"credentialId":null,"isPhaseOne":false}', '285ab9cf-e288-4468-9447-b5f29480f933');
INSERT INTO it.audit VALUES (13, '2026-11-16 03:47:32.166282+00', 'ada', 'update', 'watcher', 1, '{"name":"Vendor storm mail","description":"","isEnabled":false,"mailboxAddress":"storm@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":"vendor.example","subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', '{"name":"Vendor storm mail","description":"","isEnabled":true,"mailboxAddress":"storm@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":"vendor.example","subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', '05463f35-4e83-4338-b43b-359c4f5b8df1');
INSERT INTO it.audit VALUES (14, '2026-11-16 03:47:32.179369+00', 'ada', 'create', 'watcher', 2, NULL, '{"name":"Work requests","description":"","isEnabled":false,"mailboxAddress":"requests@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":null,"subjectFilter":"request","credentialId":1,"mode":"PollOnly","moveOnProcess":false,"includeAttachments":true,"maxAttachmentMb":10,"reconciliationIntervalSeconds":1,"processExisting":null}', 'fc2c9ac4-65b3-4730-aae9-dbbb22524bb6');
INSERT INTO it.audit VALUES (15, '2026-11-16 03:47:32.18452+00', 'ada', 'create', 'action', 6, NULL, '{"jobId":2,"name":"No drills","actionType":"Condition","config":{"Op":{"Action":"Stop"},"When":{"Any":[{"Path":"$.Message.Subject","Is":"Contains","Value":"[drill]"}]}},"order":1,"credentialId":null,"isPhaseOne":true}', 'd780e368-30e0-4734-a64a-c62c0d22dd86');
INSERT INTO it.audit VALUES (16, '2026-11-16 03:47:32.189441+00', 'ada', 'create', 'action', 7, NULL, '{"jobId":2,"name":"Call intake","actionType":"Http","config":{"Op":{"Action":"Post","Url":"http://127.0.0.1:17028/intake","Output":"$.Call","TimeoutSeconds":300},"FieldMap":{"subject":"$.Message.Subject"}},"order":2,"credentialId":2,"isPhaseOne":true}', 'aafcf7ee-489c-47eb-92de-45b5b0c617d5');
INSERT INTO it.audit VALUES (17, '2026-11-16 03:47:32.191412+00', 'ada', 'create', 'action', 8, NULL, '{"jobId":2,"name":"Order the work","actionType":"WorkOrder","config":{"Op":{"Action":"Create","ServiceCode":"PUMP","Description":"{{ $.Message.Subject }}","AddressString":"100 Church St"}},"order":3,"credentialId":null,"isPhaseOne":true}', '206705d1-9c19-41e8-a4c6-32fa2007eafa');
INSERT INTO it.audit VALUES (18, '2026-11-16 03:47:32.195972+00', 'ada', 'update', 'watcher', 2, '{"name":"Work requests","description":"","isEnabled":false,"mailboxAddress":"requests@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":null,"subjectFilter":"request","credentialId":1,"mode":"PollOnly","moveOnProcess":false,"includeAttachments":true,"maxAttachmentMb":10,"reconciliationIntervalSeconds":1,"processExisting":null}', '{"name":"Work requests","description":"","isEnabled":true,"mailboxAddress":"requests@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":null,"subjectFilter":"request","credentialId":1,"mode":"PollOnly","moveOnProcess":false,"includeAttachments":true,"maxAttachmentMb":10,"reconciliationIntervalSeconds":1,"processExisting":null}', '772d4078-6361-48db-bab4-2df89b6fd0a0');
INSERT INTO it.audit VALUES (19, '2026-11-16 03:47:32.206389+00', 'ada', 'create', 'watcher', 3, NULL, '{"name":"Duty roster","description":"","isEnabled":false,"mailboxAddress":"duty@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":null,"subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', '23555670-9002-440d-8f86-2d48d0248333');
INSERT INTO it.audit VALUES (20, '2026-11-16 03:47:32.209578+00', 'ada', 'create', 'action', 9, NULL, '{"jobId":3,"name":"Mark it","actionType":"Data","config":{"Op":{"Action":"Set"},"Data":{"Seen":true}},"order":1,"credentialId":null,"isPhaseOne":true}', 'efd3376c-a6bc-42e9-9054-8df35e00958a');
INSERT INTO it.audit VALUES (23, '2026-11-16 03:47:32.232832+00', 'ada', 'create', 'sample', 1, NULL, '{"action":1,"name":"A quiet evening"}', '93c9dccf-7315-468d-b105-57c065a18a6d');
INSERT INTO it.audit VALUES (21, '2026-11-16 03:47:32.21286+00', 'ada', 'create', 'action', 10, NULL, '{"jobId":3,"name":"Mail the duty officer","actionType":"Email","config":{"Op":{"Action":"Send","To":"hanging@example.gov","Subject":"{{ Message.Subject }}","Text":"Duty."}},"order":2,"credentialId":null,"isPhaseOne":false}', '6b92d684-cadf-45e4-8d0d-e801f88b9719');
INSERT INTO it.audit VALUES (22, '2026-11-16 03:47:32.223367+00', 'ada', 'update', 'watcher', 3, '{"name":"Duty roster","description":"","isEnabled":false,"mailboxAddress":"duty@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":null,"subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', '{"name":"Duty roster","description":"","isEnabled":true,"mailboxAddress":"duty@example.gov","folderPath":"Inbox","folderId":null,"fromFilter":null,"subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', '1e4a9500-6347-4b1b-b851-c3be446a4659');
INSERT INTO it.audit VALUES (24, '2026-11-16 03:47:52.957026+00', 'ada', 'update', 'watcher', 3, '{"name":"Duty roster","description":"","isEnabled":true,"mailboxAddress":"duty@example.gov","folderPath":"Inbox","folderId":"AAMkFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAwAAAAI8bvNy-pT4KgAAAADQGlI=","fromFilter":null,"subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', '{"name":"Duty roster","description":"","isEnabled":false,"mailboxAddress":"duty@example.gov","folderPath":"Inbox","folderId":"AAMkFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAwAAAAI8bvNy-pT4KgAAAADQGlI=","fromFilter":null,"subjectFilter":null,"credentialId":1,"mode":"Subscription","moveOnProcess":true,"includeAttachments":false,"maxAttachmentMb":10,"reconciliationIntervalSeconds":null,"processExisting":null}', 'dbac24e8-0bf1-4390-b4d5-3597d8c7dbbb');


--
-- Data for Name: credential; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.credential VALUES (2, 'Dispatch', 'client of Dispatch', 'v1.6f07dd0a.LYNcqJcUvu2U0OJypAxTBaIkVTpqlfht6yAsYUipapIek8mNM1Cx2NISkhCp_5W7BnAeu5gxL7qPlA', 'contoso.com', NULL, '2026-11-16 03:47:32.115247+00', '2026-11-16 03:47:32.115247+00', NULL, 'Good', NULL);
INSERT INTO it.credential VALUES (1, 'City mail', 'client of City mail', 'v1.6f07dd0a.aKzSjj0BnBC1kp8eU8Oyqv8GlXxsUZpp9E3fAPUyeRc_abJa7eKeYaIGwjBj7jS6QdXDxXk2pQ35UuI', 'contoso.com', NULL, '2026-11-16 03:47:32.112479+00', '2026-11-16 03:47:32.112479+00', NULL, 'Good', NULL);


--
-- Data for Name: feedstate; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.feedstate VALUES (1, false, 'the vendor''s mailbox was last looked at successfully at 2026-11-16T03:47:38Z; a message received at 2026-11-16T03:19:57Z failed', '2026-11-16 03:47:49.373345+00');


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

INSERT INTO it.mailboxwatcherjob VALUES (1, 'Vendor storm mail', '', true, 'storm@example.gov', 'Inbox', 'AAMkFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAwAAAAA8bvNy-pT4KgAAAACZxVQ=', 'vendor.example', NULL, 1, 'Subscription', true, false, 10, NULL, NULL, '4d740454-00a2-4bc8-b624-7a033cce61a7', '2026-11-23 02:27:33+00', 'v1.6f07dd0a.RhnIZ_0YE568SB-x-zBZC_wjrEvSqisTaRzG3aje-9EFyl9R2pgWzNquB7VMGa2fMkU9oTMT72qfkGyBz3mVWfwG5bXu88F29qABFUmZaQ-ynmTkCv9yigmOSVJMgaw1SANPS3yDGhQ', 'http://127.0.0.1:17018/v1.0/users/33889a64-29e0-7ff2-75e5-db2af0d001e5/mailFolders(''AAMkFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAwAAAAA8bvNy-pT4KgAAAACZxVQ='')/messages/delta?$deltatoken=eyJjaGFpbiI6MTAxLCJnZW5lcmF0aW9uIjo1LCJmb2xkZXIiOjIsInJvdW5kIjp7ImF0Ijp7IkNoYW5nZXMiOnsiYWZ0ZXIiOjM1fX0sInNpbmNlIjozNSwidG9sZCI6MCwiZW1wdHlfcGFnZXMiOjAsIndpc2giOnsic2VsZWN0IjpbImlkIiwicmVjZWl2ZWREYXRlVGltZSJdLCJlbmNsb3NlZCI6bnVsbCwicmVjZWl2ZWRfZnJvbSI6bnVsbCwiY2hhbmdlX3R5cGUiOm51bGwsInRvcCI6bnVsbH19fQ', '2026-11-16 03:47:47.914879+00', '2026-11-16 03:47:33.692516+00', NULL, '2026-11-16 03:47:33+00', 'DbComplete', '2026-11-16 03:47:32.118785+00', '2026-11-16 03:47:32.166282+00', '2026-11-16 03:47:38.8933+00', '2026-11-16 03:47:49.369587+00', 'list changes: the provider failed with internal server error (InternalServerError: An internal server error occurred. The operation failed.)', '2026-11-16 03:47:33.502276+00', '2026-11-16 03:47:33.692516+00', 890, 'Degraded', 'no good look at the mailbox since 2026-11-16T03:47:38Z: list changes: the provider failed with internal server error (InternalServerError: An internal server error occurred. The operation failed.)', '2026-11-16 03:47:49.380461+00');
INSERT INTO it.mailboxwatcherjob VALUES (3, 'Duty roster', '', false, 'duty@example.gov', 'Inbox', 'AAMkFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAwAAAAI8bvNy-pT4KgAAAADQGlI=', NULL, NULL, 1, 'Subscription', true, false, 10, NULL, NULL, NULL, NULL, NULL, 'http://127.0.0.1:17018/v1.0/users/2f44e961-301f-d312-43a0-2446f7cda7ea/mailFolders(''AAMkFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAwAAAAI8bvNy-pT4KgAAAADQGlI='')/messages/delta?$deltatoken=eyJjaGFpbiI6MTAzLCJnZW5lcmF0aW9uIjo1LCJmb2xkZXIiOjIsInJvdW5kIjp7ImF0Ijp7IkNoYW5nZXMiOnsiYWZ0ZXIiOjd9fSwic2luY2UiOjcsInRvbGQiOjAsImVtcHR5X3BhZ2VzIjowLCJ3aXNoIjp7InNlbGVjdCI6WyJpZCIsInJlY2VpdmVkRGF0ZVRpbWUiXSwiZW5jbG9zZWQiOm51bGwsInJlY2VpdmVkX2Zyb20iOm51bGwsImNoYW5nZV90eXBlIjpudWxsLCJ0b3AiOm51bGx9fX0', '2026-11-16 03:47:47.915367+00', '2026-11-16 03:47:33.68182+00', NULL, '2026-11-16 03:47:37+00', 'Success', '2026-11-16 03:47:32.206389+00', '2026-11-16 03:47:52.957026+00', '2026-11-16 03:47:38.893441+00', '2026-11-16 03:47:49.876624+00', 'list changes: the provider failed with gateway timeout (UnknownError)', '2026-11-16 03:47:33.499226+00', NULL, 890, 'Degraded', 'no good look at the mailbox since 2026-11-16T03:47:38Z: the look has not ended', '2026-11-16 03:47:49.375373+00');
INSERT INTO it.mailboxwatcherjob VALUES (2, 'Work requests', '', true, 'requests@example.gov', 'Inbox', 'AAMknLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AwAAAAE8bvNy-pT4KgAAAADKk4s=', NULL, 'request', 1, 'PollOnly', false, true, 10, 1, NULL, NULL, NULL, NULL, 'http://127.0.0.1:17018/v1.0/users/73e9a4ad-3ac5-9a0e-35f5-e325e12bea57/mailFolders(''AAMknLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AwAAAAE8bvNy-pT4KgAAAADKk4s='')/messages/delta?$deltatoken=eyJjaGFpbiI6MTAyLCJnZW5lcmF0aW9uIjoxMSwiZm9sZGVyIjoyLCJyb3VuZCI6eyJhdCI6eyJDaGFuZ2VzIjp7ImFmdGVyIjoxMX19LCJzaW5jZSI6MTEsInRvbGQiOjAsImVtcHR5X3BhZ2VzIjowLCJ3aXNoIjp7InNlbGVjdCI6WyJpZCIsInJlY2VpdmVkRGF0ZVRpbWUiXSwiZW5jbG9zZWQiOm51bGwsInJlY2VpdmVkX2Zyb20iOm51bGwsImNoYW5nZV90eXBlIjpudWxsLCJ0b3AiOm51bGx9fX0', NULL, NULL, NULL, '2026-11-16 03:47:40+00', 'Processing', '2026-11-16 03:47:32.179369+00', '2026-11-16 03:47:32.195972+00', '2026-11-16 03:47:42.506437+00', '2026-11-16 03:47:47.845568+00', 'list changes: the provider failed with gateway timeout (UnknownError)', '2026-11-16 03:47:33.488868+00', NULL, 505, 'Degraded', 'no good look at the mailbox since 2026-11-16T03:47:42Z: list changes: the provider failed with gateway timeout (UnknownError)', '2026-11-16 03:47:49.384599+00');


--
-- Data for Name: mailboxwatcherlog; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.mailboxwatcherlog VALUES (1, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAACeN3m5f0p8FQAAAABj0Tk=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.1@emulator.invalid>', 'Storm 2', 'alerts@vendor.example', '2026-11-16 03:19:57+00', '2026-11-16 03:47:32.786541+00', '2026-11-16 03:47:32.860783+00', 'Failed', 'None', 'action 3 "Tell dispatch": status 422 was not expected: {"ticket": "ticket of Storm 2"}', 'Notification', '0b78bb52-a4d3-4e8f-b310-439661c63da9', '2026-11-16 03:47:32.786541+00', false, '2026-11-16 03:19:53+00');
INSERT INTO it.mailboxwatcherlog VALUES (2, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAA8bvNy-pT4KgAAAADwSTk=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.2@emulator.invalid>', 'Storm 1', 'alerts@vendor.example', '2026-11-16 03:19:47+00', '2026-11-16 03:47:33.488964+00', '2026-11-16 03:47:33.576418+00', 'Success', 'Success', NULL, 'Reconciliation', 'a54155ca-93c0-4692-b1cd-3027e477ce68', NULL, false, '2026-11-16 03:19:43+00');
INSERT INTO it.mailboxwatcherlog VALUES (3, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAADapm0sfd90PwAAAAD1HE4=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.3@emulator.invalid>', 'Newsletter', 'news@elsewhere.example', '2026-11-16 03:47:33+00', '2026-11-16 03:47:33.6968+00', '2026-11-16 03:47:33.701991+00', 'Skipped', 'None', 'the sender does not contain "vendor.example"', 'Reconciliation', 'd1f1ed7a-f19b-4a05-8208-db8f0d77254b', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (4, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAB43ebl-SnwVAAAAAD8bOI=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.4@emulator.invalid>', 'Storm 4', 'alerts@vendor.example', '2026-11-16 03:20:17+00', '2026-11-16 03:47:33.7409+00', '2026-11-16 03:47:33.798302+00', 'Success', 'Failed', 'phase 2, action 1 "Tell the board": status 422 was not expected: {"ticket": "ticket of Storm 4"}', 'Notification', '9eca0518-f4a0-4b58-abc6-d997ea01356c', '2026-11-16 03:47:33.7409+00', false, '2026-11-16 03:20:13+00');
INSERT INTO it.mailboxwatcherlog VALUES (5, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAGeN3m5f0p8FQAAAAAi8yI=', '<73e9a4ad-3ac5-9a0e-35f5-e325e12bea57.1@emulator.invalid>', 'Pump request 1', 'alerts@vendor.example', '2026-11-16 03:47:33+00', '2026-11-16 03:47:34.878534+00', '2026-11-16 03:47:34.901166+00', 'Success', 'None', NULL, 'Reconciliation', '9b8e1943-fedd-4247-9e3b-506d7660b04f', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (7, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAE8bvNy-pT4KgAAAAC01jY=', '<73e9a4ad-3ac5-9a0e-35f5-e325e12bea57.2@emulator.invalid>', '[drill] request 2', 'alerts@vendor.example', '2026-11-16 03:47:34+00', '2026-11-16 03:47:35.911629+00', '2026-11-16 03:47:35.924375+00', 'Success', 'None', NULL, 'Reconciliation', 'b807eb2f-e1de-40b4-99e6-65388e603988', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (9, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAHapm0sfd90PwAAAABd6Vk=', '<73e9a4ad-3ac5-9a0e-35f5-e325e12bea57.3@emulator.invalid>', 'Lunch', 'alerts@vendor.example', '2026-11-16 03:47:35+00', '2026-11-16 03:47:36.935831+00', '2026-11-16 03:47:36.941047+00', 'Skipped', 'None', 'the subject does not contain "request"', 'Reconciliation', '0c1f570a-78e5-4ebe-8aea-5b3ba448f2aa', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (10, 3, 'AAkAFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAgAAAAKeN3m5f0p8FQAAAACycvc=', '<2f44e961-301f-d312-43a0-2446f7cda7ea.1@emulator.invalid>', 'Duty 1', 'alerts@vendor.example', '2026-11-16 03:47:36+00', '2026-11-16 03:47:36.959308+00', '2026-11-16 03:47:36.968403+00', 'Success', 'Success', NULL, 'Notification', '7d845338-a122-4d3b-a020-8fe86a04cce5', '2026-11-16 03:47:36.959308+00', false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (11, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAAXFWCffHRsaQAAAAAu8Fw=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.5@emulator.invalid>', 'Storm 5', 'alerts@vendor.example', '2026-11-16 03:20:27+00', '2026-11-16 03:47:37.074851+00', '2026-11-16 03:47:37.106548+00', 'Success', 'Running', NULL, 'Notification', '94f441d3-2e54-410d-b093-1719420de574', '2026-11-16 03:47:37.074851+00', false, '2026-11-16 03:20:23+00');
INSERT INTO it.mailboxwatcherlog VALUES (12, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAC1TNpY_77ofgAAAABKXNY=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.6@emulator.invalid>', 'Storm 6', 'alerts@vendor.example', '2026-11-16 03:20:37+00', '2026-11-16 03:47:37.131658+00', '2026-11-16 03:47:37.150482+00', 'Success', 'Running', NULL, 'Notification', 'c4b080d2-de80-4be4-a0d4-67473f4d015f', '2026-11-16 03:47:37.131658+00', false, '2026-11-16 03:20:33+00');
INSERT INTO it.mailboxwatcherlog VALUES (13, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAABThFQSewlkkwAAAACNrQ4=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.7@emulator.invalid>', 'Storm 7', 'alerts@vendor.example', '2026-11-16 03:20:47+00', '2026-11-16 03:47:37.188053+00', '2026-11-16 03:47:37.206109+00', 'Success', 'Running', NULL, 'Notification', '99bf095f-5ad3-4362-8d79-207d14a3d4ec', '2026-11-16 03:47:37.188053+00', false, '2026-11-16 03:20:43+00');
INSERT INTO it.mailboxwatcherlog VALUES (14, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAADxu83L_lPgqAAAAAApqHk=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.8@emulator.invalid>', 'Storm 8', 'alerts@vendor.example', '2026-11-16 03:20:57+00', '2026-11-16 03:47:37.242406+00', '2026-11-16 03:47:37.268947+00', 'Success', 'Running', NULL, 'Notification', '8c1de9bd-6b06-4ea8-b14e-9ec5cee401c6', '2026-11-16 03:47:37.242406+00', false, '2026-11-16 03:20:53+00');
INSERT INTO it.mailboxwatcherlog VALUES (15, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAACP80eFeZ5cvQAAAAAUyvQ=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.9@emulator.invalid>', 'Storm 9', 'alerts@vendor.example', '2026-11-16 03:21:07+00', '2026-11-16 03:47:37.299776+00', '2026-11-16 03:47:37.318138+00', 'Success', 'Queued', NULL, 'Notification', '0d9ef632-8740-4594-b1a7-cdaf2bd7d4a7', '2026-11-16 03:47:37.299776+00', false, '2026-11-16 03:21:03+00');
INSERT INTO it.mailboxwatcherlog VALUES (16, 3, 'AAkAFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAgAAAAI8bvNy-pT4KgAAAADU5xs=', '<2f44e961-301f-d312-43a0-2446f7cda7ea.2@emulator.invalid>', 'Duty 2', 'alerts@vendor.example', '2026-11-16 03:47:37+00', '2026-11-16 03:47:37.353364+00', '2026-11-16 03:47:37.368164+00', 'Success', 'Running', NULL, 'Notification', '8acfd6d1-b0a0-4155-b207-49b92c1375dc', '2026-11-16 03:47:37.353364+00', false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (18, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAF43ebl-SnwVAAAAABFfVE=', '<73e9a4ad-3ac5-9a0e-35f5-e325e12bea57.4@emulator.invalid>', 'Pump request 4', 'alerts@vendor.example', '2026-11-16 03:47:37+00', '2026-11-16 03:47:38.380268+00', NULL, 'Processing', 'None', NULL, 'Reconciliation', '0be7c496-1d24-482a-ba71-e1532ff194a2', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (19, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAEXFWCffHRsaQAAAABkgHs=', '<73e9a4ad-3ac5-9a0e-35f5-e325e12bea57.5@emulator.invalid>', 'Pump request 5', 'alerts@vendor.example', '2026-11-16 03:47:38+00', '2026-11-16 03:47:39.454651+00', NULL, 'Processing', 'None', NULL, 'Reconciliation', 'd37c744b-d554-4044-85c2-4f3bc2a1cddc', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (20, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAG1TNpY_77ofgAAAAAHtPU=', '<73e9a4ad-3ac5-9a0e-35f5-e325e12bea57.6@emulator.invalid>', 'Pump request 6', 'alerts@vendor.example', '2026-11-16 03:47:39+00', '2026-11-16 03:47:40.472673+00', NULL, 'Processing', 'None', NULL, 'Reconciliation', 'fb8515bc-a94a-47c1-98b9-84ce9c487121', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (21, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAFThFQSewlkkwAAAAD313U=', '<73e9a4ad-3ac5-9a0e-35f5-e325e12bea57.7@emulator.invalid>', 'Pump request 7', 'alerts@vendor.example', '2026-11-16 03:47:40+00', '2026-11-16 03:47:41.486153+00', NULL, 'Processing', 'None', NULL, 'Reconciliation', '9a24a9dd-bb11-4845-88c2-376ce0576e2d', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (22, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAHxu83L_lPgqAAAAAC3OyY=', NULL, NULL, NULL, NULL, '2026-11-16 03:47:42.505577+00', NULL, 'Detected', 'None', NULL, 'Reconciliation', 'e4d32c56-3e12-47dc-aced-3a6ba54b82a5', NULL, false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (24, 3, 'AAkAFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAgAAAALapm0sfd90PwAAAAD2CcQ=', NULL, NULL, NULL, NULL, '2026-11-16 03:47:47.915367+00', NULL, 'Detected', 'None', NULL, 'Notification', '9e10f281-e20d-4fb2-97e5-610d7a26f382', '2026-11-16 03:47:47.915367+00', false, NULL);
INSERT INTO it.mailboxwatcherlog VALUES (23, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAAuKsE__OjY0gAAAABLRAM=', '<33889a64-29e0-7ff2-75e5-db2af0d001e5.10@emulator.invalid>', 'Storm 10', 'alerts@vendor.example', '2026-11-16 03:21:17+00', '2026-11-16 03:47:42.534967+00', NULL, 'DbComplete', 'None', NULL, 'Notification', 'fd04aa44-2e9a-4da6-b5a0-ab3b20315296', '2026-11-16 03:47:42.534967+00', false, '2026-11-16 03:21:13+00');
INSERT INTO it.mailboxwatcherlog VALUES (25, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAADMYjr4eDNU5wAAAAC4nu4=', NULL, NULL, NULL, NULL, '2026-11-16 03:47:47.914879+00', NULL, 'Detected', 'None', NULL, 'Notification', '063a6352-11cf-4d93-9562-5665b68d7bba', '2026-11-16 03:47:47.914879+00', false, NULL);


--
-- Data for Name: mailinglist; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.mailinglist VALUES ('057457db47c0d629cc9ed10b8508a7d2fcba6826276d0a9c80daf0848935c881', '{"by":{"job_id":1,"action_id":5,"message_key":"AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAA8bvNy-pT4KgAAAADwSTk=","credential_id":null},"envelope":{"via":"Smtp","from":"stormwire@example.gov","to":["crew@example.gov"],"cc":[],"reply_to":[]},"numbers":[8.0,30.0,30.0],"mailed_at":"2026-11-06T03:47:33.601965Z","statuses":{"1":"Active","3":"Unknown"},"opened_at":"2026-11-06T03:47:33.601965Z","closing_at":null,"before":null}', '2026-11-06 03:47:33.601965+00');


--
-- Data for Name: process; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.process VALUES (2, 'vm', 18864, '2026-11-16 03:47:33.438655+00');


--
-- Data for Name: queue; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.queue VALUES (17, 'OperatorMail', 'run 0b78bb52-a4d3-4e8f-b310-439661c63da9 1', '{"reason":"run 0b78bb52-a4d3-4e8f-b310-439661c63da9 1","subject":"stormwire: a message of Vendor storm mail failed","text":"Watcher: Vendor storm mail (id 1)\nLog row: 1, in the portal at /portal/log/1\nRun: 0b78bb52-a4d3-4e8f-b310-439661c63da9\nDetected: 2026-11-06T03:47:32.786541Z\n\naction 3 \"Tell dispatch\": status 422 was not expected: {\"ticket\": \"ticket of Storm 2\"}\n\nThe message is put into the folder Failed, or marked so, where it can be reached. Retry it in the portal once the cause is mended.\n"}', 0, 'Dead', '2026-11-06 03:47:33.374098+00', 2, 2, NULL, NULL, NULL, '2026-11-06 03:47:32.860783+00', '2026-01-01 00:00:00+00', NULL, '2026-11-06 03:47:33.374098+00', 'the mail could not be sent: no connection to the mail server: Connection error: Connection refused (os error 111)', NULL);
INSERT INTO it.queue VALUES (10, 'Listing', '2', '{"job":2}', 1125899906842624, 'Ready', '2026-11-06 04:47:33.488868+00', 0, 3, NULL, NULL, NULL, '2026-11-06 03:47:32.195972+00', NULL, '2026-11-06 03:47:33.490708+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (13, 'Listing', '3', '{"job":3}', 1125899906842624, 'Ready', '2026-11-06 04:47:33.499226+00', 0, 3, NULL, NULL, NULL, '2026-11-06 03:47:32.223367+00', NULL, '2026-11-06 03:47:33.501048+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (7, 'Listing', '1', '{"job":1}', 1125899906842624, 'Ready', '2026-11-06 04:47:33.502276+00', 0, 3, NULL, NULL, NULL, '2026-11-06 03:47:32.166282+00', NULL, '2026-11-06 03:47:33.503377+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (1, 'Retention', 'all', '{}', -10, 'Ready', '2026-11-06 04:47:33.524606+00', 0, 3, NULL, NULL, NULL, '2026-11-06 03:47:32.030731+00', NULL, '2026-11-06 03:47:33.524613+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (33, 'AllClear', '057457db47c0d629cc9ed10b8508a7d2fcba6826276d0a9c80daf0848935c881', '{"list":"057457db47c0d629cc9ed10b8508a7d2fcba6826276d0a9c80daf0848935c881"}', 0, 'Ready', '2026-11-06 03:49:53+00', 0, 0, NULL, NULL, NULL, '2026-11-06 03:47:33.601965+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO it.queue VALUES (12, 'Subscription', '3', '{"job":3}', 1125899906842624, 'Ready', '2026-11-06 04:47:33.672651+00', 0, 5, NULL, NULL, NULL, '2026-11-06 03:47:32.223367+00', NULL, '2026-11-06 03:47:33.68559+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (6, 'Subscription', '1', '{"job":1}', 1125899906842624, 'Ready', '2026-11-06 04:47:33.687361+00', 0, 5, NULL, NULL, NULL, '2026-11-06 03:47:32.166282+00', NULL, '2026-11-06 03:47:33.693882+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (56, 'PhaseTwo', '15', '{"log":15}', 0, 'Ready', '2026-11-06 03:47:37.318138+00', 0, 0, NULL, NULL, NULL, '2026-11-06 03:47:37.318138+00', NULL, NULL, NULL, NULL, 'watcher 1 phase two');
INSERT INTO it.queue VALUES (64, 'Message', '22', '{"log": 22}', 1794800861, 'Ready', '2026-11-06 03:47:42.505577+00', 0, 0, NULL, NULL, NULL, '2026-11-06 03:47:42.505577+00', NULL, NULL, NULL, NULL, 'watcher 2');
INSERT INTO it.queue VALUES (2, 'FeedHealth', 'all', '{}', 1125899906842624, 'Ready', '2026-11-06 03:47:54.373345+00', 0, 6, NULL, NULL, NULL, '2026-11-06 03:47:32.030731+00', NULL, '2026-11-06 03:47:49.377118+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (4, 'WatcherHealth', 'all', '{}', 1125899906842624, 'Ready', '2026-11-06 03:47:54.389916+00', 0, 6, NULL, NULL, NULL, '2026-11-06 03:47:32.030731+00', NULL, '2026-11-06 03:47:49.389926+00', NULL, NULL, NULL);
INSERT INTO it.queue VALUES (48, 'PhaseTwo', '11', '{"log":11}', 0, 'Leased', '2026-11-06 03:47:37.106548+00', 1, 1, '2026-11-06 03:48:51.386658+00', NULL, 2, '2026-11-06 03:47:37.106548+00', NULL, NULL, NULL, NULL, 'watcher 1 phase two');
INSERT INTO it.queue VALUES (50, 'PhaseTwo', '12', '{"log":12}', 0, 'Leased', '2026-11-06 03:47:37.150482+00', 1, 1, '2026-11-06 03:48:51.386658+00', NULL, 2, '2026-11-06 03:47:37.150482+00', NULL, NULL, NULL, NULL, 'watcher 1 phase two');
INSERT INTO it.queue VALUES (52, 'PhaseTwo', '13', '{"log":13}', 0, 'Leased', '2026-11-06 03:47:37.206109+00', 1, 1, '2026-11-06 03:48:51.386658+00', NULL, 2, '2026-11-06 03:47:37.206109+00', NULL, NULL, NULL, NULL, 'watcher 1 phase two');
INSERT INTO it.queue VALUES (54, 'PhaseTwo', '14', '{"log":14}', 0, 'Leased', '2026-11-06 03:47:37.268947+00', 1, 1, '2026-11-06 03:48:51.386658+00', NULL, 2, '2026-11-06 03:47:37.268947+00', NULL, NULL, NULL, NULL, 'watcher 1 phase two');
INSERT INTO it.queue VALUES (58, 'PhaseTwo', '16', '{"log":16}', 0, 'Leased', '2026-11-06 03:47:37.368164+00', 1, 1, '2026-11-06 03:48:51.386658+00', NULL, 2, '2026-11-06 03:47:37.368164+00', NULL, NULL, NULL, NULL, 'watcher 3 phase two');
INSERT INTO it.queue VALUES (59, 'Message', '18', '{"log": 18}', 1794800857, 'Leased', '2026-11-06 03:47:38.380268+00', 1, 1, '2026-11-06 03:48:51.386658+00', NULL, 2, '2026-11-06 03:47:38.380268+00', NULL, NULL, NULL, NULL, 'watcher 2');
INSERT INTO it.queue VALUES (61, 'Message', '19', '{"log": 19}', 1794800858, 'Leased', '2026-11-06 03:47:39.454651+00', 1, 1, '2026-11-06 03:48:51.386658+00', NULL, 2, '2026-11-06 03:47:39.454651+00', NULL, NULL, NULL, NULL, 'watcher 2');
INSERT INTO it.queue VALUES (67, 'Message', '25', '{"log": 25}', 1101306428643, 'Ready', '2026-11-06 03:47:53.790687+00', 1, 1, NULL, NULL, NULL, '2026-11-06 03:47:47.914879+00', '2026-11-06 03:47:52.689934+00', NULL, '2026-11-06 03:47:52.689934+00', 'read message: the provider failed with gateway timeout (UnknownError)', 'watcher 1');
INSERT INTO it.queue VALUES (66, 'Message', '24', '{"log": 24}', 1101306428643, 'Ready', '2026-11-06 03:47:53.920426+00', 1, 1, NULL, NULL, NULL, '2026-11-06 03:47:47.915367+00', '2026-11-06 03:47:52.908996+00', NULL, '2026-11-06 03:47:52.908996+00', 'read message: the provider failed with gateway timeout (UnknownError)', 'watcher 3');
INSERT INTO it.queue VALUES (71, 'Unsubscribe', '62dd25dd-6e9e-4c6d-a4e1-3af1287d4296', '{"subscription":"62dd25dd-6e9e-4c6d-a4e1-3af1287d4296","credential":1,"mailbox":"duty@example.gov"}', 1125899906842624, 'Leased', '2026-11-06 03:47:52.957026+00', 1, 1, '2026-11-06 03:48:52.958803+00', NULL, 2, '2026-11-06 03:47:52.957026+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO it.queue VALUES (62, 'Message', '20', '{"log": 20}', 1794800859, 'Leased', '2026-11-06 03:47:40.472673+00', 1, 1, '2026-11-06 03:48:51.386658+00', NULL, 2, '2026-11-06 03:47:40.472673+00', NULL, NULL, NULL, NULL, 'watcher 2');
INSERT INTO it.queue VALUES (63, 'Message', '21', '{"log": 21}', 1794800860, 'Leased', '2026-11-06 03:47:41.486153+00', 1, 1, '2026-11-06 03:48:51.386658+00', NULL, 2, '2026-11-06 03:47:41.486153+00', NULL, NULL, NULL, NULL, 'watcher 2');
INSERT INTO it.queue VALUES (65, 'Message', '23', '{"log": 23}', 1101306428638, 'Leased', '2026-11-06 03:47:48.904878+00', 2, 2, '2026-11-06 03:48:51.386658+00', NULL, 2, '2026-11-06 03:47:42.534967+00', '2026-11-06 03:47:47.877665+00', NULL, '2026-11-06 03:47:47.877665+00', 'mark message read: the provider failed with service unavailable', 'watcher 1');
INSERT INTO it.queue VALUES (8, 'Reconcile', '2', '{"job":2}', 1125899906842624, 'Leased', '2026-11-06 03:47:50.443528+00', 2, 14, '2026-11-06 03:48:51.386658+00', NULL, 2, '2026-11-06 03:47:32.195972+00', '2026-11-06 03:47:47.846497+00', '2026-11-06 03:47:42.506972+00', '2026-11-06 03:47:47.846497+00', 'list changes: the provider failed with gateway timeout (UnknownError)', NULL);
INSERT INTO it.queue VALUES (5, 'Reconcile', '1', '{"job":1}', 1125899906842624, 'Leased', '2026-11-06 03:47:52.307615+00', 2, 10, '2026-11-06 03:48:52.397435+00', NULL, 2, '2026-11-06 03:47:32.166282+00', '2026-11-06 03:47:49.371557+00', '2026-11-06 03:47:38.895079+00', '2026-11-06 03:47:49.371557+00', 'list changes: the provider failed with internal server error (InternalServerError: An internal server error occurred. The operation failed.)', NULL);
INSERT INTO it.queue VALUES (11, 'Reconcile', '3', '{"job":3}', 1125899906842624, 'Leased', '2026-11-06 03:47:52.41832+00', 2, 10, '2026-11-06 03:48:52.690828+00', NULL, 2, '2026-11-06 03:47:32.223367+00', '2026-11-06 03:47:49.877551+00', '2026-11-06 03:47:38.897827+00', '2026-11-06 03:47:49.877551+00', 'list changes: the provider failed with gateway timeout (UnknownError)', NULL);


--
-- Data for Name: retiredsubscription; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.retiredsubscription VALUES ('3740d51e-cec1-41a7-a3cc-f8a92f370773', '2026-11-16 03:47:33.676391+00');
INSERT INTO it.retiredsubscription VALUES ('ba6f9d51-929b-43d0-8dc9-1d630707a8e4', '2026-11-16 03:47:33.688484+00');
INSERT INTO it.retiredsubscription VALUES ('62dd25dd-6e9e-4c6d-a4e1-3af1287d4296', '2026-11-16 03:47:52.957026+00');


--
-- Data for Name: schemamigration; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.schemamigration VALUES (1, 'foundation', '2026-11-16 03:47:31.656467+00', true, '\x707eab0d22258fd0dd40d9730023a2eb52f89e9a908f415fc97f86834364042a00acce8399a67f86d007a52b0d0d2833', 15690366);
INSERT INTO it.schemamigration VALUES (2, 'people', '2026-11-16 03:47:31.672609+00', true, '\xc7a8ee2030c629831ef0708064a1d9f644556e9916b3af96c6133e4484ce10c928e8d581dbc43c85290b76764d2db689', 2975465);
INSERT INTO it.schemamigration VALUES (3, 'watching', '2026-11-16 03:47:31.675714+00', true, '\xd84eefe69f9900d9f80824ba241762eb391ab5e4f54447745117fea148c80ca4b1bbbceaae5b14efadc6b34aa59e629b', 3428582);
INSERT INTO it.schemamigration VALUES (4, 'effects', '2026-11-16 03:47:31.679379+00', true, '\x13ce9a41a05cfd2799a9cb9a2d57b736d1c4dabbe6b03074be49e700f21322461519db734d2c3dcd81e82af35fd182a0', 664661);
INSERT INTO it.schemamigration VALUES (5, 'credential standing', '2026-11-16 03:47:31.680107+00', true, '\x8b02d56104945f9e1bec30829ec15197650948ad5db61cb2e00b06de700fa18e2b05ec774194b96f86522434fdc30e81', 326332);
INSERT INTO it.schemamigration VALUES (6, 'feed', '2026-11-16 03:47:31.680489+00', true, '\x29b9668216143c281e93087dbf3ff7d92229cb7ff7f6cc8d3fb5bf839793d0859289d7eb5042322d58083dcf5f0be56b', 1053938);
INSERT INTO it.schemamigration VALUES (7, 'portal', '2026-11-16 03:47:31.68164+00', true, '\x8c913a224b3408a730fa6029989913822c61b8e718764449d974b82c72179972eb8a15181de2f4de11eeb485a979a881', 567247);
INSERT INTO it.schemamigration VALUES (8, 'samples', '2026-11-16 03:47:31.682249+00', true, '\x6747c58a9f206b63f64ec0797b8ab113be319ad3d3245ad3c01708d3807dcdb0c318455bc793e74645c728ab1fe32254', 1360083);
INSERT INTO it.schemamigration VALUES (9, 'lanes', '2026-11-16 03:47:31.683673+00', true, '\xc0c73eb0251f1c5c6eaef5f0896205da76742c022971f3be31277973cd9ff36daa68886d7a5872151b9c91f78b4dd4c0', 939794);
INSERT INTO it.schemamigration VALUES (10, 'mailing', '2026-11-16 03:47:31.684687+00', true, '\x3f71f20b145646991d1f647c3514dbd4863d0262c2d5d0d0bfd3eda01ad92cae110b652046118bd4d5f0dec315c89020', 841222);
INSERT INTO it.schemamigration VALUES (11, 'log line', '2026-11-16 03:47:31.685569+00', true, '\x369c1e8df5afa3b6fe5e9c76b2c40030ba1a5b99ac5a0c473fe206d5cae2277a72c767b5aadb0a45671794b85e543ad1', 941098);


--
-- Data for Name: session; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.session VALUES ('5994ea07178930f0b4731d17f719a0d7c7fa296e3648347fa5163cb5e254db3c', 1, '2026-11-16 03:47:32.103034+00', '2026-11-16 03:47:32.103034+00', '2026-11-30 03:47:32.103034+00');


--
-- Data for Name: useraccount; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.useraccount VALUES (1, 'ada', 'admin', '$argon2id$v=19$m=19456,t=2,p=1$2vlGhjI/B4ODOzCU+CeIAw$7sHkjpQnSHWELMzk2+fpMosaGrliE94vkzL/NYiT3sc', '2026-11-16 03:47:31.752674+00', '2026-11-16 03:47:31.752674+00');
INSERT INTO it.useraccount VALUES (2, 'otto', 'operator', '$argon2id$v=19$m=19456,t=2,p=1$2AonFklefApqL0M2zy1cHw$Dl7Ssv1GPe0bhtEDmzsyUUPa5y/J32nNarJjYXXs2WY', '2026-11-16 03:47:31.80663+00', '2026-11-16 03:47:31.80663+00');
INSERT INTO it.useraccount VALUES (3, 'vera', 'viewer', '$argon2id$v=19$m=19456,t=2,p=1$TgzZXvqDnCAjlJ5Mi6E9Ag$M6z688lckkBK7rwzNdLyOPAZkF2+GEAngkrk8BYth2o', '2026-11-16 03:47:31.869369+00', '2026-11-16 03:47:31.869369+00');


--
-- Data for Name: workfloweffect; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.workfloweffect VALUES (1, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAACeN3m5f0p8FQAAAABj0Tk=', 3, '81362aa09f5b7e26bb7827b48d86522a4df6242f2c42f0a4a51484ca7f3e1efd', 'Failed', '2026-11-16 03:47:32.843696+00', '2026-11-16 03:47:32.854792+00', NULL, '0b78bb52-a4d3-4e8f-b310-439661c63da9', '81362aa09f5b7e26bb7827b48d86522a4df6242f2c42f0a4a51484ca7f3e1efd');
INSERT INTO it.workfloweffect VALUES (2, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAA8bvNy-pT4KgAAAADwSTk=', 3, 'b73d6f87e90a54d620f851dd1b716174e213786b40175c3e35ac1743794348ad', 'Done', '2026-11-16 03:47:33.568195+00', '2026-11-16 03:47:33.571247+00', 'v1.6f07dd0a.13Rq7N2BLmPp832lU-Vt74Zz1xYVRmNCxuIu4U2k25x2vzrSbWW-8MFWwSoeM2bJdJN6Tcd89DKos58OtX348HJNpCCBTZwOaO10bXftZtr4xdh76I-3ND--BKo', 'a54155ca-93c0-4692-b1cd-3027e477ce68', 'b73d6f87e90a54d620f851dd1b716174e213786b40175c3e35ac1743794348ad');
INSERT INTO it.workfloweffect VALUES (3, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAA8bvNy-pT4KgAAAADwSTk=', 4, 'ca796ca2f1c1c4872de9947bed3323876dc82b12ec24ab3f03291a39853fe016', 'Done', '2026-11-16 03:47:33.588371+00', '2026-11-16 03:47:33.590195+00', 'v1.6f07dd0a.W5sxcYW_KtVjshPqq3h6eXxh4V1QoYoqA4up7sKTFM8PwxVZBjgT1ae2sWrKS1qu39hEKwN2gy5xPUZSerXim4W9KLEqonNf2cwYnPY2tsg1SaYp7v7xKP7GyA0', 'a54155ca-93c0-4692-b1cd-3027e477ce68', 'ca796ca2f1c1c4872de9947bed3323876dc82b12ec24ab3f03291a39853fe016');
INSERT INTO it.workfloweffect VALUES (4, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAA8bvNy-pT4KgAAAADwSTk=', 5, '6e28fc0e7b96ba1ba448e654cac52353aa9e6e6979e66e031c7f5723782b4927', 'Done', '2026-11-16 03:47:33.613963+00', '2026-11-16 03:47:33.663131+00', 'v1.6f07dd0a.lnwxex5m0N9L-WQ6rMfZuPtnq5xz93m7L8IiOOeDE5LEIokT6j-UHKO2_dSM5ZnvSz7DYB3e0Mg8bhHiXayffXsPZze3oHrscLDLAo5ptD4WhSY1GKSHKJfOLpjvMS-cMNvmkVn5x1wzoEDmCjKOgeQtvVkcDhMKpG73iPAx3HsZOn_uva2f9tE0SlEgpoX3Fg', 'a54155ca-93c0-4692-b1cd-3027e477ce68', '6e28fc0e7b96ba1ba448e654cac52353aa9e6e6979e66e031c7f5723782b4927');
INSERT INTO it.workfloweffect VALUES (5, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAB43ebl-SnwVAAAAAD8bOI=', 3, '783859d1cfa8775b202071461ec102dfa74c4fd4a4b9340c00c3420f5d34130a', 'Done', '2026-11-16 03:47:33.788843+00', '2026-11-16 03:47:33.790741+00', 'v1.6f07dd0a.7h3TCsbdxGWvjuC8AOT5bopYCKJNq_cDFYuQkJhvc9kBdjG0yM7YFTQyfPho4in0BWt7BKapA_vTbJ2zbhNbESH3SZ_M3W-NIQ57WqPzbvgRChoeew-5KsBENwM', '9eca0518-f4a0-4b58-abc6-d997ea01356c', '783859d1cfa8775b202071461ec102dfa74c4fd4a4b9340c00c3420f5d34130a');
INSERT INTO it.workfloweffect VALUES (6, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAB43ebl-SnwVAAAAAD8bOI=', 4, 'de45a640be01e1008b9b2eefca00d80e3cd8b8625eb7be1bc94c97d5d1c87693', 'Failed', '2026-11-16 03:47:33.805239+00', '2026-11-16 03:47:33.807169+00', NULL, '9eca0518-f4a0-4b58-abc6-d997ea01356c', 'de45a640be01e1008b9b2eefca00d80e3cd8b8625eb7be1bc94c97d5d1c87693');
INSERT INTO it.workfloweffect VALUES (7, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAGeN3m5f0p8FQAAAAAi8yI=', 7, '794ccce7eb951072f0494883e5b7ef10fe2a4b2dbfb2399cd3c32293a8542bc7', 'Done', '2026-11-16 03:47:34.890619+00', '2026-11-16 03:47:34.89532+00', 'v1.6f07dd0a.nkdV2tBr6kz1Xbmu2utyMiA9UHNsCpMcMaLkN0UlNiK7TyRkYdEGXSOKRQNyPMnN9Y-25Lz-aDGwp68oOOTzouVckVX13HpJAE_Cmxv4liQB_mr1i-7eZRH6wpKDqCEnOYqA', '9b8e1943-fedd-4247-9e3b-506d7660b04f', '794ccce7eb951072f0494883e5b7ef10fe2a4b2dbfb2399cd3c32293a8542bc7');
INSERT INTO it.workfloweffect VALUES (8, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAGeN3m5f0p8FQAAAAAi8yI=', 8, 'ebdfb8375f4f03d07a8e0421b98aa6c674ce4677db7c406e91a2c96f78b2f35b', 'Done', '2026-11-16 03:47:34.897398+00', '2026-11-16 03:47:34.897916+00', 'v1.6f07dd0a.NqIb0_jyOLDRp7moV0ECbkH5_-xGA-uYMUPaiD6QJSKC93pqf9p2S_H8nmxsT8PM', '9b8e1943-fedd-4247-9e3b-506d7660b04f', 'ebdfb8375f4f03d07a8e0421b98aa6c674ce4677db7c406e91a2c96f78b2f35b');
INSERT INTO it.workfloweffect VALUES (9, 3, 'AAkAFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAgAAAAKeN3m5f0p8FQAAAACycvc=', 10, 'd3194af0a31a6558ca2b9255bbd1e17b1a5ad1ca63126c967de1d347ffc1e654', 'Done', '2026-11-16 03:47:36.974047+00', '2026-11-16 03:47:37.023488+00', 'v1.6f07dd0a.7Q5sDfwxdY8nVv9sP2X8wtcJj_BM5_VJj8j9OPON8WzFB6SX-ivibP3uKWQ4lEmKkBobQiYdxb5hGwEoVVASjFQTu48mSeM6JSFH-JwoDomT2LUUuPfoDJFYU77Fxwiknin2Z_S4euwNSVTGqGRiZjJ7UmAoOfQLPvLIa9ZCWIs0xpJ2S5UoaCVcKtWTyycwaw', '7d845338-a122-4d3b-a020-8fe86a04cce5', 'd3194af0a31a6558ca2b9255bbd1e17b1a5ad1ca63126c967de1d347ffc1e654');
INSERT INTO it.workfloweffect VALUES (10, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAAXFWCffHRsaQAAAAAu8Fw=', 3, '3ab433c239d7cb83100b34a2dcb275cb418fae30d1864dfb4d2dab21df39c197', 'Done', '2026-11-16 03:47:37.100445+00', '2026-11-16 03:47:37.103375+00', 'v1.6f07dd0a.LKY0p2JxcIGuqHGsnSd6p7v-x27NYjZ14jmOozt_rNJhRw-EM9sFSDBe1VggpshSWr6VIzgsjZFBC2pt3sQ3kpUdhTGlZ5zkGD2mVmeoK9Li3rfvnc_heATm00w', '94f441d3-2e54-410d-b093-1719420de574', '3ab433c239d7cb83100b34a2dcb275cb418fae30d1864dfb4d2dab21df39c197');
INSERT INTO it.workfloweffect VALUES (11, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAAXFWCffHRsaQAAAAAu8Fw=', 4, 'ad4935819f9c1054bcfc86c4317850a852c0f511cef452e763150a5e4d6acd08', 'Intended', '2026-11-16 03:47:37.112653+00', NULL, NULL, '94f441d3-2e54-410d-b093-1719420de574', 'ad4935819f9c1054bcfc86c4317850a852c0f511cef452e763150a5e4d6acd08');
INSERT INTO it.workfloweffect VALUES (12, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAC1TNpY_77ofgAAAABKXNY=', 3, '1d57c962b3b2489ba9ce746e6290c846009584e94e877fa786bd9c18817f7690', 'Done', '2026-11-16 03:47:37.143334+00', '2026-11-16 03:47:37.147299+00', 'v1.6f07dd0a.JvB_RPrLM3tyU-t3JJvD7-Cz57r5ZHKoBn_O8w6e3pKyfCWNBM_1tt2p1WF_RX3z4HuXAU0KG3_QVZ-YS3FL1tFQUEqYw3bcIbG-kgDRMolDxHsDB5rHVpR9Z_Y', 'c4b080d2-de80-4be4-a0d4-67473f4d015f', '1d57c962b3b2489ba9ce746e6290c846009584e94e877fa786bd9c18817f7690');
INSERT INTO it.workfloweffect VALUES (13, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAC1TNpY_77ofgAAAABKXNY=', 4, '849ff63d4556c875e320d84fe315d4f565f82b9509cad4d1dad2a8c7eb397db4', 'Intended', '2026-11-16 03:47:37.155479+00', NULL, NULL, 'c4b080d2-de80-4be4-a0d4-67473f4d015f', '849ff63d4556c875e320d84fe315d4f565f82b9509cad4d1dad2a8c7eb397db4');
INSERT INTO it.workfloweffect VALUES (14, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAABThFQSewlkkwAAAACNrQ4=', 3, '2bcfcdbe5da6cb08acd5614814afa5d8104864af99a3eb5b83449f28d0619ac9', 'Done', '2026-11-16 03:47:37.199628+00', '2026-11-16 03:47:37.203286+00', 'v1.6f07dd0a.J1G5-Kxz-FVvEmTE_j6U3TLx6momJpJUdSVdGaUP9jtZbbAGhL0FXgi7sMkNmXDJaPJKH4ElWZ4Yz2RX-ujVipOLez7AaVWA2LdHuw4acvQ8u8lhRVvmC6sK-jE', '99bf095f-5ad3-4362-8d79-207d14a3d4ec', '2bcfcdbe5da6cb08acd5614814afa5d8104864af99a3eb5b83449f28d0619ac9');
INSERT INTO it.workfloweffect VALUES (15, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAABThFQSewlkkwAAAACNrQ4=', 4, '08d7037ad052fee47639a1551cd5674c030d306c412d11ee542061bc18093f66', 'Intended', '2026-11-16 03:47:37.211632+00', NULL, NULL, '99bf095f-5ad3-4362-8d79-207d14a3d4ec', '08d7037ad052fee47639a1551cd5674c030d306c412d11ee542061bc18093f66');
INSERT INTO it.workfloweffect VALUES (17, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAADxu83L_lPgqAAAAAApqHk=', 4, '0ceafc7d36e6d50f8aa33cc683c9b0c0349cf1cc6f011be443eb5faacc6bc948', 'Intended', '2026-11-16 03:47:37.275135+00', NULL, NULL, '8c1de9bd-6b06-4ea8-b14e-9ec5cee401c6', '0ceafc7d36e6d50f8aa33cc683c9b0c0349cf1cc6f011be443eb5faacc6bc948');
INSERT INTO it.workfloweffect VALUES (20, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAF43ebl-SnwVAAAAABFfVE=', 7, '36a422a9ce5b7015856c4e76b41c77fbcdeb984729b3f9740c1eb6b12f81a811', 'Intended', '2026-11-16 03:47:38.389998+00', NULL, NULL, '0be7c496-1d24-482a-ba71-e1532ff194a2', '36a422a9ce5b7015856c4e76b41c77fbcdeb984729b3f9740c1eb6b12f81a811');
INSERT INTO it.workfloweffect VALUES (16, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAADxu83L_lPgqAAAAAApqHk=', 3, '30a6af220daae7c481b7e50a38e66e9016acfd82b1f952a26bd3fb92df2287f2', 'Done', '2026-11-16 03:47:37.258175+00', '2026-11-16 03:47:37.262212+00', 'v1.6f07dd0a.epgA8t6NRWfdP68MfAtz5FjxEJlx9YVhzetP-77Z4L4MMnSU1MywjhdB3QKOc-42Xh-tPVkwJz7U4YO_0UMZNkYPMvpZUFdrbnFGwUCLU90IdQf33PYcJTaQlBs', '8c1de9bd-6b06-4ea8-b14e-9ec5cee401c6', '30a6af220daae7c481b7e50a38e66e9016acfd82b1f952a26bd3fb92df2287f2');
INSERT INTO it.workfloweffect VALUES (22, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAG1TNpY_77ofgAAAAAHtPU=', 7, '4e45e7b9f8648ddeefd872fb069f258844b7bbb12db5b8b1a4c4a26996d514ef', 'Intended', '2026-11-16 03:47:40.485128+00', NULL, NULL, 'fb8515bc-a94a-47c1-98b9-84ce9c487121', '4e45e7b9f8648ddeefd872fb069f258844b7bbb12db5b8b1a4c4a26996d514ef');
INSERT INTO it.workfloweffect VALUES (18, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAACP80eFeZ5cvQAAAAAUyvQ=', 3, '2abfdb2db106c1093c4f14d69effdf339de6ba24d3d5f5b12a11e9063c0a6a75', 'Done', '2026-11-16 03:47:37.310537+00', '2026-11-16 03:47:37.315303+00', 'v1.6f07dd0a.NJav5KKRpEGcFB7Zs71z_RhncpBufAbpnRzE3OdMwZmoz3PIW9vDYRHne-C6N0D27ILvv71WY3mFeFanw5vIipk23lX_oKrCDgk3ZUWsqEU_p_AdLDYWxlHyf8E', '0d9ef632-8740-4594-b1a7-cdaf2bd7d4a7', '2abfdb2db106c1093c4f14d69effdf339de6ba24d3d5f5b12a11e9063c0a6a75');
INSERT INTO it.workfloweffect VALUES (19, 3, 'AAkAFj5-ZtWANsyx0LAFjY9G581jmBb1cOXrMoU_pzY05M0BJRq7-37nEbZlBKSQU-6t71CC16kF5LNITFQz632lEDUBtAtwAgAAAAI8bvNy-pT4KgAAAADU5xs=', 10, 'd52fc8d6b31bbe4b437ac0c47b838f987f1f0b640f6dbbc011228eb38e9fcda7', 'Intended', '2026-11-16 03:47:37.377431+00', NULL, NULL, '8acfd6d1-b0a0-4155-b207-49b92c1375dc', 'd52fc8d6b31bbe4b437ac0c47b838f987f1f0b640f6dbbc011228eb38e9fcda7');
INSERT INTO it.workfloweffect VALUES (21, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAEXFWCffHRsaQAAAABkgHs=', 7, '7eaa64196f6e59b0761e735ecab52ad33b9aafd3ab8b214c2192da727c5d71f7', 'Intended', '2026-11-16 03:47:39.469636+00', NULL, NULL, 'd37c744b-d554-4044-85c2-4f3bc2a1cddc', '7eaa64196f6e59b0761e735ecab52ad33b9aafd3ab8b214c2192da727c5d71f7');
INSERT INTO it.workfloweffect VALUES (23, 2, 'AAkAnLxz0Y1wyU-jZuaWA1xPLP-bq36m1sLAOcoYX5yfJ0Z0oBgpkEZbF0DgKasUq4U1dehKuvQConUgpIWB0Tq1zJeL-e27AgAAAAFThFQSewlkkwAAAAD313U=', 7, 'fb7554eafc10c4f370d7cfd18b2e23e2712b9a4eaea3b0adfe81ec91083969a7', 'Intended', '2026-11-16 03:47:41.49774+00', NULL, NULL, '9a24a9dd-bb11-4845-88c2-376ce0576e2d', 'fb7554eafc10c4f370d7cfd18b2e23e2712b9a4eaea3b0adfe81ec91083969a7');
INSERT INTO it.workfloweffect VALUES (24, 1, 'AAkAFex78LUHMrSfgijgfSQ2Uzj546uZSwCvCOWjv-5V-Ys0I8-i7XgPXQndr3ioSsqm2Vl-WT4QLsFWbn1yPLHvm7r_xQXSAgAAAAAuKsE__OjY0gAAAABLRAM=', 3, '820f4cf362502637ab44866748915926dca84cc28133524280d9ff529f3572c2', 'Done', '2026-11-16 03:47:42.551192+00', '2026-11-16 03:47:42.585028+00', 'v1.6f07dd0a.1m357pPZWO3rptNFPJCW0ruxCR7q66SDsloE8z24kom4L1U43RZv8MyYyWgTvmoCB6M3kGIcM_96chR0xYlmS115tgQWByvem4olKFJP4Ww27b7uNlBc9tctZPP_', 'fd04aa44-2e9a-4da6-b5a0-ab3b20315296', '820f4cf362502637ab44866748915926dca84cc28133524280d9ff529f3572c2');


--
-- Data for Name: workflowrun; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.workflowrun VALUES ('0b78bb52-a4d3-4e8f-b310-439661c63da9', 'MailboxWatcherJob', 1, 1, 'Failed', '2026-11-16 03:47:32.793254+00', '2026-11-16 03:47:32.860783+00', NULL);
INSERT INTO it.workflowrun VALUES ('9eca0518-f4a0-4b58-abc6-d997ea01356c', 'MailboxWatcherJob', 1, 4, 'Failed', '2026-11-16 03:47:33.753371+00', '2026-11-16 03:47:33.808468+00', NULL);
INSERT INTO it.workflowrun VALUES ('9b8e1943-fedd-4247-9e3b-506d7660b04f', 'MailboxWatcherJob', 2, 5, 'Success', '2026-11-16 03:47:34.886764+00', '2026-11-16 03:47:34.901166+00', NULL);
INSERT INTO it.workflowrun VALUES ('a54155ca-93c0-4692-b1cd-3027e477ce68', 'MailboxWatcherJob', 1, 2, 'Success', '2026-11-16 03:47:33.510162+00', '2026-11-16 03:47:33.665288+00', NULL);
INSERT INTO it.workflowrun VALUES ('b807eb2f-e1de-40b4-99e6-65388e603988', 'MailboxWatcherJob', 2, 7, 'Success', '2026-11-16 03:47:35.91641+00', '2026-11-16 03:47:35.924375+00', NULL);
INSERT INTO it.workflowrun VALUES ('99bf095f-5ad3-4362-8d79-207d14a3d4ec', 'MailboxWatcherJob', 1, 13, 'Running', '2026-11-16 03:47:37.192392+00', NULL, 'v1.6f07dd0a.1H_wibLbklsbl7JgjqEPjips_rvfGuq_tnZOrDZdP4BiVCuPcQ6VQu6Vg6WcyG-sp8IBqAxhZquwD5ciqhLkDmF1S-sGRtULdDir-PJkg8p0ti-d4lBtdftLoPT-IHl-jdhj9dv03M-CSFv8-uiOAvm--Q74mOGJ1JbmO01zFE6Ci5vT3z0qm33x9iEPYNUZP1pvSu-34IxEzdo-c9FaUUsQPtHpY2bPvqy7_UREZ8wkUWKmn2GB3ITtWXBydpYBtb32DMDKG-lop2zC2g0FTYb-I6wKICp6XML8OxPuv59LmWSSb3L4r8I-BNt6FXiSCSZodN1Xm88l3IyVenUqA__X38uE8tcp8b2HmN9F5QLL8IVrccS5x822z6iPG8nXxmMbZN0wp61Onr-SVs7xaesvIccn9LW9Z5VbYvwYlk7iVYJPSu2d1JcGgyfNPFU60_BwiAl8mgM-Lbxvvd7lETtRRjiKN1oh44az_sXL1olRIQS5W6Mbq0zNZXDFZt-ZoInF9gBE6Hdp2n6F-eG4PpeSPjmZ2KjAt7TOt-VKaWVRkSheRMqAKrVfPNUJvohVi4i61-OLcx80HkjK_KI0gnxzF3qwgI07FJ5zS9ntGcs27zl67MJQ6YhnrBDL7HnrU1xgs78xge87GsX5-4cs7ayPvex8HJBD_QPTFW9Ya_OUj6yVHdNAMhWy1ks_5IwOBfbXqOYP-OBc9skxAtoqAiKG5b2aSz58uY_YDubyI4sBwwb4jRgKsL3rH14PyVm3JCjMRhtI5gqsEZQrEwi5QgmNjLNg0Yb4cVIhRXD5bnubsDooRhd1XXdxh-uITtHJxNC8TzMIyNUWlaGwyLr1YtjoQBHWYWphRl_AUsMM3xlNgGrGc-Vkxd4YfsKIeZzQOfFd4y9u7BXX-42YlvJXtCvJaxi-gMsflvNFoRuFiplhRpjy60PxZtNVlSiSM8y_IeRwPGwtzDdGRCOTjoueZ_yu4iSX18v6Z8lErUPxZFFcqreIIOpdcPFYVFQYqMWiQi8UB7rfm0WDP3NmDBvvRe2cU64MjBUmZqY8JhPaSHoorRiEs7Odjq0MxUH6lsc95IDEYCqbXBFU6j6oZnAIbR5J8nFmuyvnu8x-PBG4ihb-I1upuYzGFGdVqPbHeJGm5p2g5KpcniowlpL96VueSmLjug-hSp2s46NBGe5CZdGU58_Ou6bM8J6UXGn-hgNdeiaisKDYp-aiYahLiMeuPjqMzRvbs9n6OClqktcW6dTzdO7pCxFWWViKpFaxADfG4qnFlrwH-gqTo5eKeg3LFIOLtjkF3Twr0dxxgngihD1IiEt3m_zzC2g5CRoPXborVg1UrxULY0a8gd0p887z-OJpdaxruSvXYh9zsfKSzoENxzBBbTWN95UyQbHq0LJs4Axa-E4wJw_xcrClaMWQ3fp4TaZngbDg4beTtQJ4RQBT0STTYKvGXLD-UR2o4eSocqUfR0bcB0KzGvqRXYNd3vwF9ZQ0kqSNeXyzqpwDKtUsHNmyPec3ejiP6Yoi0_RAi8bUq7zacDtNyW97cTEbkYapO9oP8Z-2yJPPkDcxLoQ70pCLWOu7vsXiIVPdz0RuKcxw_-tbkqB8QcKB3d6nJqbtWRTGc0FMLR8zHOXhjxBh-iEy4OMj3dUHfWD3mGiSnA');
INSERT INTO it.workflowrun VALUES ('7d845338-a122-4d3b-a020-8fe86a04cce5', 'MailboxWatcherJob', 3, 10, 'Success', '2026-11-16 03:47:36.964685+00', '2026-11-16 03:47:37.024611+00', NULL);
INSERT INTO it.workflowrun VALUES ('94f441d3-2e54-410d-b093-1719420de574', 'MailboxWatcherJob', 1, 11, 'Running', '2026-11-16 03:47:37.079075+00', NULL, 'v1.6f07dd0a.yF8LCMaKf9Z_lZIjVwVuWPLEJW2yDTUXhKURuB35ZDjIwfDPz-QbkzBXJz3iizUg63VxkVXn3VeXUX2hSEIID8eDNh-FX3N2cXYJOap_qGpOTLNb0civxi533iqdxyVGY66wc6gXGxL3z2Cpn1dTzgTOKMl02z5q188t7h4XM2WY5vKWpmthW_P9J_FuuQwKMXySA66y0D7_JmKTzk7sY9iuBEjKe6QKHk8DPn9c94zegO5UNx-FJZoif8J6P-tn3Y9aHjtIQsPpyPmQqxEGa_UjpogV7T7GEgz1HbF20W7zPdUnPAz-mHNMCZjYQPsHIsFw6T2SCDpz6HjX4uGcmoBT6is7X6Vi3dR56vV6kd_FPVq3H8PcZu5zyeW6kbVr6T28ONzKyyHVnt-wPC5KqpvTL5_Ri6V0nb3sWeH3PB25-f7PE2RKooWGS9_6PZzDGLLOUzKTXkftC2YMOILHUJKWFqrmHavLDuxp2z7ed5ZVxZHgiIakndZC_9is3Ax3oHLyZw1MxlF42Dva8i8ySbsVJ1-MKxis_OVGDok0FhJEJ9IwtuBiMpP54f5zoCxujQ6Ot7IOVZcWaaJF_XDPvcuXXXq8t8Xz10UziC-zJ0rycDIYULSKwceHwhSEXK9oVkPr_L_zRIz21Ss2OMGv-s0qmZRo007BXwffoy4b4jyPpbi6Vtu6W7Z2jkzFQUlh-5r5KfSle7zLQ1Y2ddxcOJotJmok8Z9lMYq3ZHb_xxhnkn0CitpFPIxRcB8PAbuCADi5m7rYqnSV390U0mwENKBrbrsYKbw9m9p3z1fhDKsyU5_N52PlaNEuRFuqajAqofA8c6UoyEy6nvfSBOf2ZjH1-xvuCY8sRl8fICaLv1V4zSDKV1Tpl0q3GzG5uA9mdOJKYAYJZorTegNG49NTIKRW9G4l1_j2OQgaDT2wkPqV-qeqt1BQUCYLEGXeUhOdsxspHLz-akvLfHpLXh4ib_2Kxap3HG1YctzxZN4F2Wk30DmNiqzYDEVBT1v6NpTP7S5xlsraQf0RKuyVOz-3dX6BCyoqRb4gjVsCLnHWgGbk_sfXZXQJu4_xjSHpZvJvKC_IcqbRst52PiRPhhUQF7BeAJLOJmJmmJpuydv7pdrtymMwm627v4JpKsCJo2oeoZLRng4FXChlBXSHYKRglmOqf8kFvoKOVXJfGjgM6_KoQ_AOuPQn__xZUAsL9CYTNLE4EquWItvapoJ1j1hI6MRqJaKaVAxoEOe0gErCPl8r103fQwIDiGParg7y3BFoTg2qyMsrdbUgb40E41pnAPg5YxBDMTeujfXPIH0L3jdjJZ6ckSD8jiyWS-gdsED8SvCV4Xpi8tLpVsxZWwZWvijGduIxVwhbmxARBBVa_Ma_R9Riiu60gDyuzScrsoKxDi4aZ3xxd6qLQEsldlUIOPCMB6SQSJf-cYNVKiJ5zhNRzzOo_aKkgqMDzSfjEcncgk3_ax02HoIUTtEbUEKLb_ZP98waH2DIVCpV3BRUi-WJm7_P-4_Poes9gGqVyyAmhNQEPFAaZ6QLt8jxMuHY9cE4XggaZ7eIC3nPX1Om78XwIjmcotSre1wsMTSj2c7r64oALS38WoWmHT0ya43vGI79AlugMRnoYoaLTPtxtO50kyDgFHb-6Sp8BNQM-zL0AA');
INSERT INTO it.workflowrun VALUES ('c4b080d2-de80-4be4-a0d4-67473f4d015f', 'MailboxWatcherJob', 1, 12, 'Running', '2026-11-16 03:47:37.135617+00', NULL, 'v1.6f07dd0a.gfJ4GJ-AynLnQFVA2rkCLqAffvPh7y8O7ELrD52aHJ3cFacF8iCInuqHWQQz8aWB9rHQLKR4mdc07gWCGoCprV1Tz36Ta0M9FqcAj5jaDXtzTial7_Pl1f6Her-bqgarq1oOqIgs1fMBKFKSfubt0tAI-g3YJRXYMmqj1OM6DyKbn6nFxtH1gDLdQorVzSNfUmES9hQsbmpECxNOdE78UsUseWtq3fDfbK51pL4EHL0AU34zDJHlAuedWUa0AM1YXfNGEZQ66TRcjYLjH19ROwg6Bu0RlL0Twu24iLCR3F-dqDxfFoch6aJaHLKwH7jRb57YOzEAmJQ9e6U9Jw9aKHwgoTVihAYo1SoFgXs6Sfpq3ZGpIoDhk5P92F3r0S8ms4HAWfu3-z0q8vecgERS7T9rwSNXbjwaVsUWmh5wi8MTRckSMoNQhNJpVLheK0pkOVSZEgdoY0MRbQk4DhgI8ajnqtuOE8CqeoH-VUkz6PCC6i3qc1FMG1hObW4lmVFnc2XxXMbn0d3zwVPzFBy_9vDOAeO92SZYN_wCyFGoyEeeoUj4MTml4YLIPnR407CYO5WjBb7jYn2SYp6LXDzljG-NC7bFgJU2EppYWxVDpOXITQXJZaRpVY182adckjcLC--BjA_zazXDiQ7z8RsAgJXcwohSEZ3xQZwsgRsd93TphjLiF2w7av1QNjcZdETYdmGcfJgSSetoN32gAqEFVqAw285W9V3glf43bvrksaxqI96vS5bojyVfNv-Y7JNG_kwp-kPbdChfU1X9no0kX5hldCttlGzpbUjoR99osIkFDj8J2tyCv10pEMyUQbzQfa8VgYgEZUn8YBP1TNLfrhPGXExsi5oDAxyvRvBVDsgLtJK2xL8yrHmVeBjRwUmZTLiz4zgr1MRc28fB8Ac6SBnJBD4UC_rvC_p0kyV-NFjtWv5MijzM0SJ-bWRiAmL39oaicZQ2PZ8nsgv5589ky7XWrpCpbMdElWwXdJe2GkbOdmWO0IokIBuLiM5Dbl4D6P-nSjnuSAC2sCU-zLt8lNGkZRCK9TAgA-8qj32nEaP6w5ztHyV__Ytmun5xAv5-AlR8xVW47RcCwi2RDUXS75WD1wmPsxIllAiCymqanZM4Mqr238CUz82IynKnsTsHtGn5sREHTBVUukhL-vQaWEfCO9wydFfrqITBBQQcGiGdLQCsjyFjRJgZQcAfMMVZJCh9Bx0m6o-GvyOxnUXD6FSQE21zlbm0kKMjBZigCcRn5LUkdRVW3hlmuf4N1np7UEpOgxP88nGJiLGdD5rWAEzKUlVQa41iepHS1B76r7Swj0dchQ9GJcTYZ1x_rVwsz6uXZIqn2cR_HIbQvS21NFIjL545tBY2188917zyt440xOwBsanBK-zvG3MvWN2x3wjEbWy_zbLuioST6rqFpABQXk9mfsa2f5GW9u2Cg_6k9BcWHwcfSmaXA-HRcBsqgmb5iMnUMzHbq5ATjNZvyZePJBHgvkzPM7jAINHSGIXXMWaxvG4V63UvU-sW-cQF0a6C_8l9ruqZsek9XrFas3g3Fjngtp6aKN3CzcHh1HQo2mZYyLOyzruoGsE3gVM7D1wOxxLVk7EKoe6Q84fxS1-R9LBgjP7HBSgH5QOROO-eRbbIQdk068Xxlfs8jUNjgw');
INSERT INTO it.workflowrun VALUES ('8c1de9bd-6b06-4ea8-b14e-9ec5cee401c6', 'MailboxWatcherJob', 1, 14, 'Running', '2026-11-16 03:47:37.248598+00', NULL, 'v1.6f07dd0a.qosr_A4FkLvW_8U4NtlTo7-Z-4tqU6wh3_F3eG7ApimhbN2gHYjksNsIV9ScmIiRWs6nfmZiDfSr3mQ8YoO2KSkEdb40qWdPt55Bls7JBS7A8dt-6cnT7gDzS7C0i06wogTgdBL0eQSXwKd4rj2KMze55_lKMBXRjYVuHu9rita2zWAh2vDf0vABM6IK9-45A58bRCJHbe_57_UhGnJ9DqeV56VIEmnwpxwhU-7Q1zAyQhadohDF3Hsm3bwxodB4eST21a7OhfZnbskI3K5rWEcQkOfij8N4y9oSCrggudXovb8c2BBvVfit5aKVZTx8csyd6qPCFEf1EDdZdBmFdRQvRMRz0CyYjo8I4_8xa0ZBa9QAE2tkecX78yXWyE9c_rRDfHaZCn5FI85VMFV9PxtJnhnN7FAdom2oU56WhumU-5bXNfKqnDLFo3fG4If9N7qLlrgBooWrFQzkBKkJtnW8lVQxR6NeSeSO22EFnj2OBEq_CzPmFrSuKGaR9epH0F4aPDoaUO6MVsF3vcgURUUfaET22MD1jjyEbLXI2Q5LncBErfBsRNjUTQXz5de7mnMUjtaECUa5bS_qTApfvaHuWsLCfv2N_Mf5zRKp1kgF-h0Q5-GyRzGBUI_lYUBWJUI9-Rt4q7s8_4_u9YxLCLTBnqt8BLNozCbc-ouw0NbKU9_wkeegBitQdCiUrxuUQD6V_u9jxlYMMhhsd8a7VI6N09wvItuuz89k7ZKjuFqxnChYeBnr9BN7Dtw-C1yoYrIpVHHaCO2K1Kri26DzYgPtEJQtSYPaXcMll4708QF4LzNairyUwTdYoNn14cgG0EoM8hHBsF0-2S8PXUDa1JZZVXtb92oXvSY-7RvBTIc4nlOITAqb8NKpMvcUfeRTa0-sQVEf4XyKWzHzuCmyGi7aZtEj1zis1eOIFZTuXS_typSXr6_e7dN4RNcdApXFKJ3_Ss_SUBPf-tBJLcNlbrPt2WOH2VwgmIKain1p4uqPudE9AONUbw82Lo6iDurBd3J4aLnwy-jsYaY6-FBfscU2CP9uv3NGCIcN9bpwtXukc81D6o_0ASg54_rZNbxUxiEBXvtWEsyNxRgvwzg2XFu5HGyngafeL_hyya1rpfjIWoZZdBixUHWJg4pRnitBIG7JpwOeBH4OeyWY4Q2KyAdNqJ2c8JCCNIwHhcMR4xd4hgB9F6JM3Sr39P-10dcyMH3RI_q8G5zX8CICYKrL6g5bn_R3St0EJZuPfaV57aj5itNJglG1yEsrs0OZI0ZpKk59pwGiCS5ylkWB1kyZO223wUHQ3z9QtbHoedUtMSt0YAS3vLJmxfAzVt0qs8qRLYlTePQSSeKPajVZUVv6BvdVx6agDHRU1QtTKm7PBIqzbrCKfBV9RfS1YRdYmc-ldDKN3IvmMQrnbbSNQWmEFgYjh3QmxfFx5cu3x3ueCrciXw56Om4hevfSj7_h2fdY7wJygFs5JduJg4-CNppAjFov-QYqi3ZrKwSaxSQ0J7oW7G_JHeeaTrCJ4mWHO_vLOOxeVeI3fv7TO61NVmUCNx5oFLiUSYZcpj1oha5NWYg7hP2D_E6aIHnwpL1H9YyHjoFPn8I5SKMPhJSafrMUiuNjBvu9XM64gQCS9sswXz0OLF0RiWYR-VaDXrKkF6NdOA');
INSERT INTO it.workflowrun VALUES ('0d9ef632-8740-4594-b1a7-cdaf2bd7d4a7', 'MailboxWatcherJob', 1, 15, 'Running', '2026-11-16 03:47:37.303112+00', NULL, 'v1.6f07dd0a.weCSEUmUN0fW2cwPag9UoxjUgParQHDF4nHyVOqTVx1GwlxKtd9TdCku2KG4oXbApuyi2n73K7S_jzy_vv_CnidikH__FGL9n9F24R3CDbbdrTgJXji7h1rH7U7E5PE_5gzQSInxqbhm1KMDW-UZvyYCPYr09896Om-o4OukLt-oIrv1531VxQkO27TqdPdkUX43rYKJS8WwdlipQGfTTTCdvwfxrl9uHE2bsFlduCw-GQ4A_Dy7ns9PxJrNmUP4TX_DVTaOeLssP7DW5nyYh_KSkmRiMrGBH1K890t7qzn0qOe5P8qS4KXdBG3hwNqs-5ySomRv6FF0_dmRyAo3DWuAqZ-wikqfdWJeTAAGC11nmTZ-bqvSl-cDFfGtS5x4N0QncWtf0nBqVComSBF9So3dKA2Y4ABkFDlkJW-T4Wixd02_99FN1iuitmJ9llj52F6u4JFERIiaBtjxfFUoZwx-f0OdRI6BHe94CSJ8vlBmXfuxtT8ez0tKnBcV2AsXQLcuhu4YPC5c6ucFu29wl1NClmd8v3pBbHHXRiHJK1HPwgzr2e0XuBYFPHcnoqRsFMTlPTzVwd2lACyVMjIxL_yG5HN5Cwj9EOG0a98zegcwSZfIwWjC-FXLs5gpncZNKQqOnd1411plBNl796Z28j2kalLoLRs-BqXTvY-0WqzIIRqmZQTxMeO94jWvf0wrPIugVw6cMQwcEFB3ZB_et4LgAD0ZQUFVxPh7GcDR1MLADaYksewyvF2sg7RLBfRzI1lqOmbF4QX9lRmeAPOEWQ1D5n_iY6xUj-wGxhw99Gx95b8w95fPZSQqdc87jpRjlNe-X5mxsrLs-vKjPZncLYnmRqd7tDezasULrj4hdgfJwwN3gyRb7C0iqdsn9ZQENQWJBgcDpR37MEZuqAvHiFLNoGaiE_o2Di0jFTFC1nu9r5xDorOECQQ_vOtR9UBXKdE13pd9yX4jQNKSnDlEs8yZJ_W6Kbgyoosq1l7XL8Her1GvrnOt7WSF4CPtZ4sVam9BcTQ8wvGYvX0wDtU9ute2J8LvfXXuZEZW3Mr_9_7qegTfCTT-ac6f0UmEvj6vuE73f5kknI_maLz8Uf8f7ri22qNrthpdGsdqUynuPv7LPzBZqhTSIuPqvMp5cuIw1O4uBX9oMPetWnh3UDXRsaRaP6EnxRRbMUUFAtFmJi-zMhgRSL8UNCR_smcxxBvSMRkb6pGrH3c50l27Qnlg8EhVqdy3DIOuJUhXgAiVM_-82MnNRv33DjYkdHtuIB3TxrzDAX72JUK28asgnQj5jxMK7p7QObk5sXlfj5LLO0K-QKAba-IafInvWnPx1bF2RPI0CdnNHZPaljngMPdyauFa8HlHU5DoWLJ2qFmNbIwAmq87j2-j6a9y0Edzs74RjMKVa6WJW7HCr76f4XYZlNCJ8XQRviaGqQkuVTAqXmEL72CN0pJ_L_RfUdRRURzTfjzp3SXaz9BYg2uv3x3bWpQ3dxGIJ5cMFjMSfqj9yjyUYazsgt7QTBUKauAKZQxaOp56deZTWETGXp3fbBZOCzqVCCabDMMlKQ7p9vlRPOyckTEfHWpBgf_OotDGZu2IPqxODplL86mYF8yORi4zSrDCfxYWSh39VnIulqb5gBw2vao_a8LPcLQsSbCrTLMgig');
INSERT INTO it.workflowrun VALUES ('8acfd6d1-b0a0-4155-b207-49b92c1375dc', 'MailboxWatcherJob', 3, 16, 'Running', '2026-11-16 03:47:37.363983+00', NULL, 'v1.6f07dd0a.jZT7PHKxmuChOKUnCt5lMrKbsbGH42Tl1dKDY0FlgHhKBaKL4IfNHPAriBaNwkUbIoAmwjAEImSEWeJq-bL0qFxy2nr5sCAT49VS_BtwmidP_GqgZgp7O8M8aKCwgzSsy--aQy2PtcjBHSKse201B9HF4qZm5HbTg_MA8U0RD42HppPffgR3hXQfihlqnDBCfzp1NMMhzWCx-Cdm9vtcPrZjxl1R1r7tebpcNTNeWRVZukLtUr3Qm7_VXnvq3quGbxQO_bs0SCSwkjT7wi7AdHJJz6mKoQTAQ3I0IeS5HYpDqyONxophztgelrPxTs4OH1AJtfjRZobAyNvHZgQMhYsqBdoT093A5J3epsdxrXI-swvXeL9CmhyZHD9Tpj7rBq_yYaEZh2P0x2nJ-wpKsrP3lsdQEdwBuRsuBSAS_8sY0redyNCPhKCwzvgQAEeE5e0K8uU_yk5vWAaYvTUmyuPF6N33XOzbC5DrQLV-pIhHrHNMwN6EPMpRqbjyi_n7mAsRQgXGpPGXS2_pELwAzFDfLOZRPPBv2dmtrQ1JVaW5PkoM7sSXqBRc31nOspLDmsH5JlOW7Cy3YbRVsTA7w3v5uJatHLEjWlZNAUTd84BhAyTQ0F4iJnHOAMAc8w3HyZFNBEyo_hSEUmYIU9Ie-X_760oKhzEhmaaJpLSvOFw');
INSERT INTO it.workflowrun VALUES ('0be7c496-1d24-482a-ba71-e1532ff194a2', 'MailboxWatcherJob', 2, 18, 'Running', '2026-11-16 03:47:38.386694+00', NULL, NULL);
INSERT INTO it.workflowrun VALUES ('d37c744b-d554-4044-85c2-4f3bc2a1cddc', 'MailboxWatcherJob', 2, 19, 'Running', '2026-11-16 03:47:39.466164+00', NULL, NULL);
INSERT INTO it.workflowrun VALUES ('fb8515bc-a94a-47c1-98b9-84ce9c487121', 'MailboxWatcherJob', 2, 20, 'Running', '2026-11-16 03:47:40.480929+00', NULL, NULL);
INSERT INTO it.workflowrun VALUES ('9a24a9dd-bb11-4845-88c2-376ce0576e2d', 'MailboxWatcherJob', 2, 21, 'Running', '2026-11-16 03:47:41.490794+00', NULL, NULL);
INSERT INTO it.workflowrun VALUES ('fd04aa44-2e9a-4da6-b5a0-ab3b20315296', 'MailboxWatcherJob', 1, 23, 'Running', '2026-11-16 03:47:42.539226+00', NULL, 'v1.6f07dd0a.19FHl9MEf7SbmmeCBwlHLFB3YRbSOZk3ETDba7Kn41N56QkJRNTOjmbCWd71aRcnhaJqTvv7J76Yi68ct5bUFQt4S2v2NK_YZFOCjP3oIKqqyPDQBanxjnsn_Ef39FkZY3RyhQuvusp3td6RM7QvDx5ELqMGmZN8Sf4EU5pOYNJilQDjPjT30ARhKhhjQ1C8kvTjum44J6dtJX488BRj0GCEJw9fgsXBh9B0TOvuWUg_w_1UrNg1fxiD6yT4uDF0JpMalT4rovFpgC-Ej4cHFrk879PHoKWQn9UD-FXHjSrGgzM7c6YH6jJfMwpFIVqEAbrbIH1g41sJS8YHwGJE8PZ34vUbvK_cxFC9J2ok_ZcI3ZTsH7mjgcq_FadGqxfBgbOkQ0qMlZ0OmURynyUXa-2oGktPKKZ0S8KxZ_AC9amaXuZ0g7SUIP6nDlCA4KIGs7YiPS9l_zmjplQNKKEohRrkqei2Bc0ymZUBOA-wYQtpn21IDybQUtqzUQkO8393UgpPDHM7z7VBXo1rqJQ7HMbkSygwQhJKqUnBGJCtwce-TXVToS3kWxxwWLX0rYsGJJ8tf30DwVNrb60G5pjWgcfdhxI3xt21IZ4FY9z83a9dBYCJdsua4Kg-V2k4M0QatQs8iracHdMZURleNlpa70VikjmlvN-YhmNrRf2AUoQb4QbsUDxLHlEuPwgpj7-csOi7XJUg2FRlV8HE81BBA6NCOfcwZ-_Rc7S2fNrw_geb0aeYDgxy5EtZdk_gEc6RKq0av2l9J9cPrAQe7zERj3LyxSpg55L1htqDscnO4t1b1tmtRxUF9BIWEPxHy-uR3ZhRwJf5EDXjvsP32QlsKAIP9HQ9Xwp3oit6VwHc4aOZUbRlpzCOVtxEODHcD5Ix5VG56ZE2R_y46BxbUMcu09LlUHpMpVYLEgv1jsRZKeEpSQ57EgEk_vRl70H6mhXmQ3CCx4VNoxKCUzReQHivtYVQ8NLop9z4w37i01rWND901_SeiyicXPWoaXKmDaTVWsVoZEtoyhy3TuPbTGCJ0QT-p6lSeNEt2oJLo_IKIT6hjCaeqnJW6C9I1SfgJbBqJ8xjyMwH4jzXufLUNy0c6V83PA3CGHcUtfmjBs5yYReYixhRFjLIU9ItRjOnz1jwQxCsXc7MSTvgTXoLgHTjy1Aq_MM6W2OFP1LEzEqmmTAHPXtgvHJwSUxVpzgQlkA0HRuEN03FN3gzV_DRvWv2YrQroLWqV5pnvciijJ4TNxvOEujGULKyCOvqx5bw954JpZDLYVgiZznTsdJQGaCHdNGzLNqKigtuGjrfYUebg-_lruiA5LiVY-P3qWmoiJj_bssRa6om3XWZPsb_C5MlQSWn1lpSMCRpa0Cz7WB6qCzba8Aqj6MCWvrDKmPiOH4TIsgcwuwhrylTvvqEO12XZdI9VkPK7PoUI-a8e_HUc2g-3tuKk-JYqXkSEe2y9-_TqrZQrmejuLvfv5A-_sQDQx8YUCOTafl6Kmx16t4Dx4m5TeKHn3vv6ZAsFoEhcBK6EoY9e40Ai-1FhuXvdoOFQrxjwYTUCuqBsZdnwWZ6QakQ2UJ5NWyjnQrtlaz5vf9AUhOtEZCC16LZt4opeiA1fqBdEui5Tmvl2rAEm9AzJmVl5A6Sdj8kne6vIDJYxnFDTThU');


--
-- Data for Name: workflowstep; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.workflowstep VALUES (1, '0b78bb52-a4d3-4e8f-b310-439661c63da9', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 03:47:32.795544+00', '2026-11-16 03:47:32.798783+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (2, '0b78bb52-a4d3-4e8f-b310-439661c63da9', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 03:47:32.800255+00', '2026-11-16 03:47:32.841172+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (3, '0b78bb52-a4d3-4e8f-b310-439661c63da9', 3, 3, 'Tell dispatch', 'Http', 1, 'Failed', '2026-11-16 03:47:32.843065+00', '2026-11-16 03:47:32.85618+00', 'POST http://127.0.0.1:17028/dispatch', NULL, 'status 422 was not expected: {"ticket": "ticket of Storm 2"}');
INSERT INTO it.workflowstep VALUES (4, '0b78bb52-a4d3-4e8f-b310-439661c63da9', 4, 1, 'Tell the board', 'Http', 2, 'Skipped', NULL, NULL, NULL, NULL, NULL);
INSERT INTO it.workflowstep VALUES (5, '0b78bb52-a4d3-4e8f-b310-439661c63da9', 5, 2, 'Mail the crew', 'Email', 2, 'Skipped', NULL, NULL, NULL, NULL, NULL);
INSERT INTO it.workflowstep VALUES (6, 'a54155ca-93c0-4692-b1cd-3027e477ce68', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 03:47:33.512707+00', '2026-11-16 03:47:33.517215+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (7, 'a54155ca-93c0-4692-b1cd-3027e477ce68', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 03:47:33.517907+00', '2026-11-16 03:47:33.566299+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (8, 'a54155ca-93c0-4692-b1cd-3027e477ce68', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 03:47:33.567147+00', '2026-11-16 03:47:33.572315+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (9, 'a54155ca-93c0-4692-b1cd-3027e477ce68', 4, 1, 'Tell the board', 'Http', 2, 'Success', '2026-11-16 03:47:33.587553+00', '2026-11-16 03:47:33.595062+00', 'POST http://127.0.0.1:17028/board', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (10, 'a54155ca-93c0-4692-b1cd-3027e477ce68', 5, 2, 'Mail the crew', 'Email', 2, 'Success', '2026-11-16 03:47:33.598927+00', '2026-11-16 03:47:33.66461+00', 'by Smtp', 'sent to 1 recipient', NULL);
INSERT INTO it.workflowstep VALUES (11, '9eca0518-f4a0-4b58-abc6-d997ea01356c', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 03:47:33.757675+00', '2026-11-16 03:47:33.76078+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (12, '9eca0518-f4a0-4b58-abc6-d997ea01356c', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 03:47:33.761296+00', '2026-11-16 03:47:33.787501+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (13, '9eca0518-f4a0-4b58-abc6-d997ea01356c', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 03:47:33.788362+00', '2026-11-16 03:47:33.791571+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (14, '9eca0518-f4a0-4b58-abc6-d997ea01356c', 4, 1, 'Tell the board', 'Http', 2, 'Failed', '2026-11-16 03:47:33.8044+00', '2026-11-16 03:47:33.807539+00', 'POST http://127.0.0.1:17028/board', NULL, 'status 422 was not expected: {"ticket": "ticket of Storm 4"}');
INSERT INTO it.workflowstep VALUES (15, '9eca0518-f4a0-4b58-abc6-d997ea01356c', 5, 2, 'Mail the crew', 'Email', 2, 'Skipped', NULL, NULL, NULL, NULL, NULL);
INSERT INTO it.workflowstep VALUES (16, '9b8e1943-fedd-4247-9e3b-506d7660b04f', 6, 1, 'No drills', 'Condition', 1, 'Success', '2026-11-16 03:47:34.888582+00', '2026-11-16 03:47:34.88911+00', 'Any of: $.Message.Subject Contains "[drill]"', 'not met (none of them): the run goes on', NULL);
INSERT INTO it.workflowstep VALUES (17, '9b8e1943-fedd-4247-9e3b-506d7660b04f', 7, 2, 'Call intake', 'Http', 1, 'Success', '2026-11-16 03:47:34.889513+00', '2026-11-16 03:47:34.896284+00', 'POST http://127.0.0.1:17028/intake', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (18, '9b8e1943-fedd-4247-9e3b-506d7660b04f', 8, 3, 'Order the work', 'WorkOrder', 1, 'Success', '2026-11-16 03:47:34.896726+00', '2026-11-16 03:47:34.899268+00', 'PUMP at it.WorkOrder', 'order 1', NULL);
INSERT INTO it.workflowstep VALUES (19, 'b807eb2f-e1de-40b4-99e6-65388e603988', 6, 1, 'No drills', 'Condition', 1, 'Success', '2026-11-16 03:47:35.918079+00', '2026-11-16 03:47:35.918549+00', 'Any of: $.Message.Subject Contains "[drill]"', 'met ($.Message.Subject Contains "[drill]"): the run ends here', NULL);
INSERT INTO it.workflowstep VALUES (20, 'b807eb2f-e1de-40b4-99e6-65388e603988', 7, 2, 'Call intake', 'Http', 1, 'Skipped', NULL, NULL, NULL, NULL, NULL);
INSERT INTO it.workflowstep VALUES (21, 'b807eb2f-e1de-40b4-99e6-65388e603988', 8, 3, 'Order the work', 'WorkOrder', 1, 'Skipped', NULL, NULL, NULL, NULL, NULL);
INSERT INTO it.workflowstep VALUES (22, '7d845338-a122-4d3b-a020-8fe86a04cce5', 9, 1, 'Mark it', 'Data', 1, 'Success', '2026-11-16 03:47:36.965643+00', '2026-11-16 03:47:36.965981+00', NULL, '1 keys set', NULL);
INSERT INTO it.workflowstep VALUES (23, '7d845338-a122-4d3b-a020-8fe86a04cce5', 10, 1, 'Mail the duty officer', 'Email', 2, 'Success', '2026-11-16 03:47:36.971882+00', '2026-11-16 03:47:37.024264+00', 'by Smtp', 'sent to 1 recipient', NULL);
INSERT INTO it.workflowstep VALUES (24, '94f441d3-2e54-410d-b093-1719420de574', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 03:47:37.080121+00', '2026-11-16 03:47:37.082393+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (25, '94f441d3-2e54-410d-b093-1719420de574', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 03:47:37.082881+00', '2026-11-16 03:47:37.098684+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (26, '94f441d3-2e54-410d-b093-1719420de574', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 03:47:37.099462+00', '2026-11-16 03:47:37.104275+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (27, '94f441d3-2e54-410d-b093-1719420de574', 4, 1, 'Tell the board', 'Http', 2, 'Running', '2026-11-16 03:47:37.112141+00', NULL, 'POST http://127.0.0.1:17028/board', NULL, NULL);
INSERT INTO it.workflowstep VALUES (28, 'c4b080d2-de80-4be4-a0d4-67473f4d015f', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 03:47:37.136708+00', '2026-11-16 03:47:37.138976+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (29, 'c4b080d2-de80-4be4-a0d4-67473f4d015f', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 03:47:37.139423+00', '2026-11-16 03:47:37.142274+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (30, 'c4b080d2-de80-4be4-a0d4-67473f4d015f', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 03:47:37.142875+00', '2026-11-16 03:47:37.147873+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (31, 'c4b080d2-de80-4be4-a0d4-67473f4d015f', 4, 1, 'Tell the board', 'Http', 2, 'Running', '2026-11-16 03:47:37.154976+00', NULL, 'POST http://127.0.0.1:17028/board', NULL, NULL);
INSERT INTO it.workflowstep VALUES (32, '99bf095f-5ad3-4362-8d79-207d14a3d4ec', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 03:47:37.193361+00', '2026-11-16 03:47:37.195448+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (33, '99bf095f-5ad3-4362-8d79-207d14a3d4ec', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 03:47:37.195904+00', '2026-11-16 03:47:37.198628+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (34, '99bf095f-5ad3-4362-8d79-207d14a3d4ec', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 03:47:37.1992+00', '2026-11-16 03:47:37.203992+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (35, '99bf095f-5ad3-4362-8d79-207d14a3d4ec', 4, 1, 'Tell the board', 'Http', 2, 'Running', '2026-11-16 03:47:37.211115+00', NULL, 'POST http://127.0.0.1:17028/board', NULL, NULL);
INSERT INTO it.workflowstep VALUES (36, '8c1de9bd-6b06-4ea8-b14e-9ec5cee401c6', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 03:47:37.249893+00', '2026-11-16 03:47:37.252823+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (38, '8c1de9bd-6b06-4ea8-b14e-9ec5cee401c6', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 03:47:37.25756+00', '2026-11-16 03:47:37.262881+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (39, '8c1de9bd-6b06-4ea8-b14e-9ec5cee401c6', 4, 1, 'Tell the board', 'Http', 2, 'Running', '2026-11-16 03:47:37.274557+00', NULL, 'POST http://127.0.0.1:17028/board', NULL, NULL);
INSERT INTO it.workflowstep VALUES (37, '8c1de9bd-6b06-4ea8-b14e-9ec5cee401c6', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 03:47:37.253402+00', '2026-11-16 03:47:37.256639+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (51, '9a24a9dd-bb11-4845-88c2-376ce0576e2d', 6, 1, 'No drills', 'Condition', 1, 'Success', '2026-11-16 03:47:41.495603+00', '2026-11-16 03:47:41.496253+00', 'Any of: $.Message.Subject Contains "[drill]"', 'not met (none of them): the run goes on', NULL);
INSERT INTO it.workflowstep VALUES (40, '0d9ef632-8740-4594-b1a7-cdaf2bd7d4a7', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 03:47:37.304061+00', '2026-11-16 03:47:37.306202+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (41, '0d9ef632-8740-4594-b1a7-cdaf2bd7d4a7', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 03:47:37.30657+00', '2026-11-16 03:47:37.309423+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);
INSERT INTO it.workflowstep VALUES (48, 'd37c744b-d554-4044-85c2-4f3bc2a1cddc', 7, 2, 'Call intake', 'Http', 1, 'Running', '2026-11-16 03:47:39.468789+00', NULL, 'POST http://127.0.0.1:17028/intake', NULL, NULL);
INSERT INTO it.workflowstep VALUES (42, '0d9ef632-8740-4594-b1a7-cdaf2bd7d4a7', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 03:47:37.310021+00', '2026-11-16 03:47:37.316006+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (55, 'fd04aa44-2e9a-4da6-b5a0-ab3b20315296', 3, 3, 'Tell dispatch', 'Http', 1, 'Success', '2026-11-16 03:47:42.550666+00', '2026-11-16 03:47:42.587784+00', 'POST http://127.0.0.1:17028/dispatch', 'status 201', NULL);
INSERT INTO it.workflowstep VALUES (43, '8acfd6d1-b0a0-4155-b207-49b92c1375dc', 9, 1, 'Mark it', 'Data', 1, 'Success', '2026-11-16 03:47:37.365253+00', '2026-11-16 03:47:37.365731+00', NULL, '1 keys set', NULL);
INSERT INTO it.workflowstep VALUES (44, '8acfd6d1-b0a0-4155-b207-49b92c1375dc', 10, 1, 'Mail the duty officer', 'Email', 2, 'Running', '2026-11-16 03:47:37.374914+00', NULL, 'by Smtp', NULL, NULL);
INSERT INTO it.workflowstep VALUES (45, '0be7c496-1d24-482a-ba71-e1532ff194a2', 6, 1, 'No drills', 'Condition', 1, 'Success', '2026-11-16 03:47:38.387744+00', '2026-11-16 03:47:38.388708+00', 'Any of: $.Message.Subject Contains "[drill]"', 'not met (none of them): the run goes on', NULL);
INSERT INTO it.workflowstep VALUES (47, 'd37c744b-d554-4044-85c2-4f3bc2a1cddc', 6, 1, 'No drills', 'Condition', 1, 'Success', '2026-11-16 03:47:39.46762+00', '2026-11-16 03:47:39.468229+00', 'Any of: $.Message.Subject Contains "[drill]"', 'not met (none of them): the run goes on', NULL);
INSERT INTO it.workflowstep VALUES (46, '0be7c496-1d24-482a-ba71-e1532ff194a2', 7, 2, 'Call intake', 'Http', 1, 'Running', '2026-11-16 03:47:38.389066+00', NULL, 'POST http://127.0.0.1:17028/intake', NULL, NULL);
INSERT INTO it.workflowstep VALUES (49, 'fb8515bc-a94a-47c1-98b9-84ce9c487121', 6, 1, 'No drills', 'Condition', 1, 'Success', '2026-11-16 03:47:40.482671+00', '2026-11-16 03:47:40.483612+00', 'Any of: $.Message.Subject Contains "[drill]"', 'not met (none of them): the run goes on', NULL);
INSERT INTO it.workflowstep VALUES (50, 'fb8515bc-a94a-47c1-98b9-84ce9c487121', 7, 2, 'Call intake', 'Http', 1, 'Running', '2026-11-16 03:47:40.484099+00', NULL, 'POST http://127.0.0.1:17028/intake', NULL, NULL);
INSERT INTO it.workflowstep VALUES (52, '9a24a9dd-bb11-4845-88c2-376ce0576e2d', 7, 2, 'Call intake', 'Http', 1, 'Running', '2026-11-16 03:47:41.496751+00', NULL, 'POST http://127.0.0.1:17028/intake', NULL, NULL);
INSERT INTO it.workflowstep VALUES (53, 'fd04aa44-2e9a-4da6-b5a0-ab3b20315296', 1, 1, 'Read the strikes', 'TextExtract', 1, 'Success', '2026-11-16 03:47:42.540453+00', '2026-11-16 03:47:42.542755+00', '$.BodyText: 220 bytes of text', '2 records at $.Extract', NULL);
INSERT INTO it.workflowstep VALUES (54, 'fd04aa44-2e9a-4da6-b5a0-ab3b20315296', 2, 2, 'Merge the strikes', 'Sql', 1, 'Success', '2026-11-16 03:47:42.543292+00', '2026-11-16 03:47:42.54992+00', '2 rows of $.Extract.Items into data.LightningStrike, matched on Timestamp, Latitude, Longitude, Name, Type', '2 rows: 2 inserted, 0 updated', NULL);


--
-- Data for Name: workorder; Type: TABLE DATA; Schema: it; Owner: -
--

INSERT INTO it.workorder VALUES (1, 'ebdfb8375f4f03d07a8e0421b98aa6c674ce4677db7c406e91a2c96f78b2f35b', 'PUMP', 'Pump request 1', '100 Church St', NULL, NULL, '{}', 'Open', 5, '2026-11-16 03:47:34.897384+00', '2026-11-16 03:47:34.897384+00');


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

INSERT INTO organization.audit VALUES (1, '2026-11-16 03:47:31.926887+00', 'command line', 'import', 'facility', NULL, NULL, '{"facilities":3}', NULL);
INSERT INTO organization.audit VALUES (2, '2026-11-16 03:47:31.978068+00', 'command line', 'import', 'aerial-tile', NULL, NULL, '{"tiles":1}', NULL);
INSERT INTO organization.audit VALUES (3, '2026-11-16 03:47:32.235722+00', 'ada', 'update', 'facility', 2, '{"name":"Ball Fields","point":{"x":385884.58684277907,"y":1511496.8249031384},"latLongPoint":{"lat":34.6512,"lng":-86.73200000000001}}', '{"name":"Ball Fields East","point":{"x":385884.58684277907,"y":1511496.8249031384},"latLongPoint":{"lat":34.6512,"lng":-86.73200000000001}}', '92c9c92d-8bc5-41a0-b32d-2b63d3928338');


--
-- Data for Name: facility; Type: TABLE DATA; Schema: organization; Owner: -
--

INSERT INTO organization.facility VALUES (1, 'Aquatic Center', '0101000020E5900100C6785378773E1A410AC65B837A7F3741', '0101000020E6100000E10B93A982A555C0CD7F48BF7D5D4140');
INSERT INTO organization.facility VALUES (3, 'Storage Yard', NULL, NULL);
INSERT INTO organization.facility VALUES (2, 'Ball Fields East', '0101000020E59001004050ED58728D174122DA2CD348103741', '0101000020E6100000032B8716D9AE55C0DE9387855A534140');


--
-- Data for Name: schemamigration; Type: TABLE DATA; Schema: organization; Owner: -
--

INSERT INTO organization.schemamigration VALUES (1, 'foundation', '2026-11-16 03:47:31.691457+00', true, '\x67675a17edb67ad647428a1be344e85fcb46e94b220f77dc5066ea4c36a3bfcbe58ce5a4044a27a9a7304cb0f7076fe2', 2380382);
INSERT INTO organization.schemamigration VALUES (2, 'audit', '2026-11-16 03:47:31.694005+00', true, '\xcf49a1878bc57e9325ebaf6423ea8bd7f24d9632ef52f6e84c1c332807ac9a671ed7e8209c46e89fc70f80961a623e98', 1022767);
INSERT INTO organization.schemamigration VALUES (3, 'tile version', '2026-11-16 03:47:31.695114+00', true, '\xa3b12f5dd1d72c591b16e653cf24a542086be5706698268c6d81538074597f66ebca70c3ab740f8858d27dbe391dab8d', 859325);
INSERT INTO organization.schemamigration VALUES (4, 'image version', '2026-11-16 03:47:31.696053+00', true, '\x11d67373257d2a806fba8993985744f052d345067c3b8380aa0403826efa3b09a76e80220093910415785b075f711efa', 224327);


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

SELECT pg_catalog.setval('it.mailboxwatcherlog_id_seq', 25, true);


--
-- Name: process_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.process_id_seq', 2, true);


--
-- Name: queue_id_seq; Type: SEQUENCE SET; Schema: it; Owner: -
--

SELECT pg_catalog.setval('it.queue_id_seq', 71, true);


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


