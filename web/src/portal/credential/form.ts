import { html, type nothing, type TemplateResult } from "lit";
import type { Credential, CredentialInput } from "../../data/credential.ts";
import { endOfDay } from "../time.ts";
import { choiceField, formNotice, readForm, textArea, textField } from "../ui/field.ts";
import type { Submission } from "../ui/submission.ts";

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
  const secretHint =
    credential === null
      ? "The secret is stored encrypted and never shown again."
      : `Leave empty to keep the stored ${credential.certificateThumbprint === null ? "secret" : "certificate"}.`;
  const certificateHint = `Instead of a secret: a certificate and its private key as PEM text.${storedCertificate(credential)}`;
  return html`${formNotice(submission.message)}
    <form class="sheet" novalidate autocomplete="off" @submit=${submit}>
      ${textField({ name: "name", label: "Name", error: submission.error("name"), value: credential?.name ?? "" })}
      ${choiceField("purpose", "Purpose", credential?.purpose ?? "mailbox", PURPOSES, submission.error("purpose"))}
      ${textField({
        name: "namespace",
        label: "Tenant",
        hint: "Directory (tenant) ID, or a domain such as contoso.com. For other systems: the name of the system.",
        error: submission.error("namespace"),
        value: credential?.namespace ?? "",
      })}
      ${textField({
        name: "clientId",
        label: "Client ID",
        hint: "Application (client) ID of the app registration. For other systems: the username, which only Basic sign-in sends.",
        error: submission.error("clientId"),
        value: credential?.clientId ?? "",
      })}
      ${textField({
        name: "clientSecret",
        label: "Client secret",
        hint: secretHint,
        type: "password",
        autocomplete: "new-password",
        error: submission.error("clientSecret"),
      })}
      ${textArea({
        name: "certificate",
        label: "Certificate",
        hint: certificateHint,
        rows: 3,
        mono: true,
        error: submission.error("certificate"),
      })}
      ${textField({
        name: "secretExpiresAt",
        label: "Secret expiration date",
        hint: "Optional. You see a warning 30 days before. A certificate has its own date.",
        type: "date",
        error: submission.error("secretExpiresAt"),
        value: toLocalDay(credential?.secretExpiresAt),
      })}
            ${textArea({
              name: "hosts",
              label: "Hosts",
              hint: "Required for other systems: the hosts that actions may send the secret to, one per line, such as api.example.com. Wildcards are not allowed.",
              rows: 3,
              error: submission.error("hosts"),
              value: (credential?.hosts ?? []).join("\n"),
            })}
      <div class="buttons"><button type="submit" ?disabled=${submission.busy}>${submission.busy ? "Saving…" : submitLabel}</button> ${actions}</div>
    </form>`;
}

function storedCertificate(credential: Credential | null): string {
  const thumbprint = credential?.certificateThumbprint ?? null;
  return thumbprint === null ? "" : ` Stored: thumbprint ${thumbprint}.`;
}

const PURPOSES = [
  {
    value: "mailbox",
    label: "Mailboxes",
    hint: "Signs in at the mail provider. Actions do not send it anywhere else.",
  },
  {
    value: "http",
    label: "Other systems",
    hint: "Http and WorkOrder actions send it to the hosts below. It does not open mailboxes.",
  },
] as const;

function toLocalDay(at: string | null | undefined): string {
  if (!at) return "";
  const time = new Date(at);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** A credential has a secret or a certificate; empty fields keep what is stored. */
function proofErrors(clientSecret: string, certificate: string, isNew: boolean): Record<string, string> {
  if (clientSecret !== "" && certificate !== "") return { certificate: "Enter a secret or a certificate, not both." };
  const isMissing = isNew && clientSecret === "" && certificate === "";
  return isMissing ? { clientSecret: "Enter the client secret, or a certificate below." } : {};
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
  if (name === "") errors.name = "Enter a name.";
  if (namespace === "") errors.namespace = "Enter the tenant.";
  if (clientId === "") errors.clientId = "Enter the client ID.";
  if (day !== "" && end === null) errors.secretExpiresAt = "Enter a date, or leave it empty.";
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
  if (purpose === "http") return hosts.length === 0 ? "Enter at least one host." : null;
  // Earlier versions used one credential for both; such a credential may keep its hosts.
  const kept = credential?.purpose === "mailbox" ? credential.hosts : [];
  const areKept = hosts.every((host) => kept.includes(host));
  return areKept ? null : "Only for the purpose “Other systems”. Remove the hosts.";
}
