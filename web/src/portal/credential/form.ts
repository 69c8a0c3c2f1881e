import { html, type nothing, type TemplateResult } from "lit";
import type { Credential, CredentialInput } from "../../data/credential.ts";
import { endOfDay } from "../time.ts";
import { choiceField, formNotice, readForm, textArea, textField } from "../ui/field.ts";
import type { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { credentialText } from "./text.ts";

export const CREDENTIAL_FIELDS = [
  "name",
  "namespace",
  "clientId",
  "clientSecret",
  "certificate",
  "secretExpiresAt",
  "purpose",
  "hosts",
];

export interface CredentialForm {
  credential: Credential | null;
  submission: Submission;
  submitLabel: string;
  submit: (event: SubmitEvent) => void;
  actions: TemplateResult | typeof nothing;
}

export function credentialForm({
  credential,
  submission,
  submitLabel,
  submit,
  actions,
}: CredentialForm): TemplateResult {
  const text = credentialText();
  const purposes = (["mailbox", "http"] as const).map((value) => ({ value, ...text.purposes[value] }));
  return html`${formNotice(submission.message)}
    <form class="sheet" novalidate autocomplete="off" @submit=${submit}>
      ${textField({ name: "name", label: commonText().name, error: submission.error("name"), value: credential?.name ?? "" })}
      ${choiceField("purpose", text.purpose, credential?.purpose ?? "mailbox", purposes, submission.error("purpose"))}
      ${textField({
        name: "namespace",
        label: text.tenant,
        hint: text.tenantHint,
        error: submission.error("namespace"),
        value: credential?.namespace ?? "",
      })}
      ${textField({
        name: "clientId",
        label: text.clientId,
        hint: text.clientIdHint,
        error: submission.error("clientId"),
        value: credential?.clientId ?? "",
      })}
      ${textField({
        name: "clientSecret",
        label: text.clientSecret,
        hint: secretHint(credential),
        type: "password",
        autocomplete: "new-password",
        error: submission.error("clientSecret"),
      })}
      ${textArea({
        name: "certificate",
        label: text.certificate,
        hint: `${text.certificateHint}${storedCertificate(credential)}`,
        rows: 3,
        mono: true,
        error: submission.error("certificate"),
      })}
      ${textField({
        name: "secretExpiresAt",
        label: text.expiry,
        hint: text.expiryHint,
        type: "date",
        error: submission.error("secretExpiresAt"),
        value: toLocalDay(credential?.secretExpiresAt),
      })}
            ${textArea({
              name: "hosts",
              label: text.hosts,
              hint: text.hostsHint,
              rows: 3,
              error: submission.error("hosts"),
              value: (credential?.hosts ?? []).join("\n"),
            })}
      <div class="buttons"><button type="submit" ?disabled=${submission.busy}>${submission.busy ? commonText().saving : submitLabel}</button> ${actions}</div>
    </form>`;
}

function secretHint(credential: Credential | null): string {
  const { secretHint: ofNew, keepSecret, keepCertificate } = credentialText();
  if (credential === null) return ofNew;
  return credential.certificateThumbprint === null ? keepSecret : keepCertificate;
}

function storedCertificate(credential: Credential | null): string {
  const thumbprint = credential?.certificateThumbprint ?? null;
  return thumbprint === null ? "" : ` ${credentialText().storedCertificate(thumbprint)}`;
}

function toLocalDay(at: string | null | undefined): string {
  if (!at) return "";
  const time = new Date(at);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** A credential has a secret or a certificate; empty fields keep what is stored. */
function proofErrors(clientSecret: string, certificate: string, isNew: boolean): Record<string, string> {
  if (clientSecret !== "" && certificate !== "") return { certificate: credentialText().notBoth };
  const isMissing = isNew && clientSecret === "" && certificate === "";
  return isMissing ? { clientSecret: credentialText().enterSecret } : {};
}

/** Null when there are errors, which are then shown. */
export function parseCredentialForm(
  event: SubmitEvent,
  submission: Submission,
  credential: Credential | null,
): CredentialInput | null {
  const value = readForm(event);
  const [name, namespace, clientId] = [value("name").trim(), value("namespace").trim(), value("clientId").trim()];
  const [clientSecret, certificate] = [value("clientSecret"), value("certificate").trim()];
  const day = value("secretExpiresAt").trim();
  const end = day === "" ? null : endOfDay(day);
  const errors = proofErrors(clientSecret, certificate, credential === null);
  if (name === "") errors.name = commonText().enterName;
  if (namespace === "") errors.namespace = credentialText().enterTenant;
  if (clientId === "") errors.clientId = credentialText().enterClientId;
  if (day !== "" && end === null) errors.secretExpiresAt = commonText().enterDate;
  const purpose = value("purpose");
  const hosts = value("hosts")
    .split(/[\s,]+/)
    .filter((host) => host !== "");
  const hostsError = checkHosts(purpose, hosts, credential);
  if (hostsError !== null) errors.hosts = hostsError;
  if (Object.keys(errors).length > 0) {
    submission.reject(errors);
    return null;
  }
  const secretExpiresAt = end === null ? null : end.toISOString();
  return {
    name,
    namespace,
    clientId,
    secretExpiresAt,
    purpose,
    hosts,
    ...(clientSecret === "" ? {} : { clientSecret }),
    ...(certificate === "" ? {} : { certificate }),
  };
}

function checkHosts(purpose: string, hosts: readonly string[], credential: Credential | null): string | null {
  if (purpose === "http") return hosts.length === 0 ? credentialText().enterHost : null;
  // Earlier versions used one credential for both; such a credential may keep its hosts.
  const kept = credential?.purpose === "mailbox" ? credential.hosts : [];
  const areKept = hosts.every((host) => kept.includes(host));
  return areKept ? null : credentialText().noHostsHere;
}
