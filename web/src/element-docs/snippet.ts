// The HTML to copy into a page. Pure.

/** Attributes in the order in which they are shown; empty ones are left out. */
export function snippet(origin: string, attributes: readonly (readonly [string, string])[]): string {
  const given = attributes
    .filter(([, value]) => value.trim() !== "")
    .map(([name, value]) => ` ${name}="${escaped(value.trim())}"`);
  const id = attributes.find(([name]) => name === "facility-id")?.[1].trim() ?? "";
  const plain = /^\d+$/.test(id) ? `\n  <a href="${origin}/f/${id}.txt">Lightning status</a>\n` : "";
  return `<script type="module" src="${origin}/facility-lightning-status.js"></script>\n<facility-lightning-status${given.join("")}>${plain}</facility-lightning-status>`;
}

function escaped(value: string): string {
  return value.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
}
