// The HTML to copy into a page. Pure.

/** Attributes in the given order, without empty ones. */
export function snippetHtml(origin: string, attributes: readonly (readonly [string, string])[]): string {
  const written = attributes
    .filter(([, value]) => value.trim() !== "")
    .map(([name, value]) => ` ${name}="${escapeHtml(value.trim())}"`);
  const id = attributes.find(([name]) => name === "facility-id")?.[1].trim() ?? "";
  const plain = /^\d+$/.test(id) ? `\n  <a href="${origin}/f/${id}.txt">Lightning status</a>\n` : "";
  return `<script type="module" src="${origin}/facility-lightning-status.js"></script>\n<facility-lightning-status${written.join("")}>${plain}</facility-lightning-status>`;
}

function escapeHtml(value: string): string {
  return value.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
}
