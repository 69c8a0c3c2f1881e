import { html, type nothing, type TemplateResult } from "lit";
import type { Credential, CredentialInput } from "../../data/credential.ts";
import { formNotice, textField, typed } from "../part/field.ts";
import type { Sending } from "../part/sending.ts";
import { endOfDay } from "../time.ts";

export const CREDENTIAL_FIELDS = ["name", "namespace", "clientId", "clientSecret", "secretExpiresAt"];

export interface CredentialForm {
  credential: Credential | null;
  sending: Sending;
  act: string;
  submit: (event: SubmitEvent) => void;
  beside: TemplateResult | typeof nothing;
}

export function credentialForm({ credential, sending, act, submit, beside }: CredentialForm): TemplateResult {
  const kept =
    credential === null
      ? "It is stored encrypted and never shown again."
      : "Leave it empty to keep the one that is stored.";
  return html`${formNotice(sending.words)}
    <form class="sheet" novalidate autocomplete="off" @submit=${submit}>
      ${textField({ name: "name", label: "Name", error: sending.error("name"), value: credential?.name ?? "" })}
      ${textField({ name: "namespace", label: "Tenant", hint: "The directory id, or a domain such as contoso.com.", error: sending.error("namespace"), value: credential?.namespace ?? "" })}
      ${textField({ name: "clientId", label: "Client id", hint: "Of the application registration.", error: sending.error("clientId"), value: credential?.clientId ?? "" })}
      ${textField({ name: "clientSecret", label: "Client secret", hint: kept, type: "password", autocomplete: "new-password", error: sending.error("clientSecret") })}
      ${textField({ name: "secretExpiresAt", label: "Last day of the secret", hint: "Optional. You are warned 30 days before.", type: "date", error: sending.error("secretExpiresAt"), value: localDay(credential?.secretExpiresAt) })}
      <div class="buttons"><button type="submit" ?disabled=${sending.busy}>${sending.busy ? "Saving …" : act}</button> ${beside}</div>
    </form>`;
}

/** The day of a time where the reader is. */
function localDay(at: string | null | undefined): string {
  if (!at) return "";
  const time = new Date(at);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** What the form asks for, or null when it has found fault itself. */
export function readCredentialForm(event: SubmitEvent, sending: Sending, isNew: boolean): CredentialInput | null {
  const value = typed(event);
  const [name, namespace, clientId] = [value("name").trim(), value("namespace").trim(), value("clientId").trim()];
  const [clientSecret, day] = [value("clientSecret"), value("secretExpiresAt").trim()];
  const end = day === "" ? null : endOfDay(day);
  const wrong: Record<string, string> = {};
  if (name === "") wrong.name = "Enter a name.";
  if (namespace === "") wrong.namespace = "Enter the tenant.";
  if (clientId === "") wrong.clientId = "Enter the client id.";
  if (isNew && clientSecret === "") wrong.clientSecret = "Enter the client secret.";
  if (day !== "" && end === null) wrong.secretExpiresAt = "Enter a day, or leave it empty.";
  if (Object.keys(wrong).length > 0) {
    sending.refuse(wrong);
    return null;
  }
  const secretExpiresAt = end === null ? null : end.toISOString();
  return { name, namespace, clientId, secretExpiresAt, ...(clientSecret === "" ? {} : { clientSecret }) };
}
