import { describe, expect, it } from "vitest";
import { notificationFor } from "./notification.ts";

const NOW = Date.parse("2026-05-01T19:06:00Z");
const MESSAGE = {
  facilityId: 7,
  name: "Aspen Pool",
  status: "Active",
  title: "Aspen Pool: Active",
  text: "Lightning is close. Go inside now. Since 2:05 PM.",
  language: "en",
  at: "2026-05-01T19:05:00Z",
  until: "2026-05-01T21:05:00Z",
  url: "https://storm.example.gov/f/7?lang=en",
};
const shown = (fields: object, now = NOW) => notificationFor(JSON.stringify({ ...MESSAGE, ...fields }), now, ["en"]);

describe("notification", () => {
  it("shows the text of the service and opens the facility", () => {
    const { title, options } = shown({});
    expect([title, options.body]).toEqual([MESSAGE.title, MESSAGE.text]);
    expect(options).toMatchObject({ tag: "facility-7", lang: "en", requireInteraction: true });
    expect(options.data.path).toBe("/f/7?lang=en");
    expect(options.timestamp).toBe(Date.parse(MESSAGE.at));
  });

  it("stays on the screen only while there is danger", () => {
    expect(shown({ status: "Clear" }).options.requireInteraction).toBe(false);
  });

  it("does not repeat a status that is outdated", () => {
    const late = shown({ status: "Clear", title: "Aspen Pool: Clear" }, Date.parse(MESSAGE.until));
    expect(late.title).toBe("Aspen Pool");
    expect(late.options.body).toContain("may have changed");
    expect(JSON.stringify(late)).not.toMatch(/Clear|Go inside/);
  });

  it.each(["", "x", "null", "[]", "7", '{"title":3}'])("shows something for %j", (text) => {
    const { title, options } = notificationFor(text, NOW, ["es-MX"]);
    expect(title).toBe("Estado de alerta de rayos");
    expect(options.data.path).toBe("/");
  });

  it.each([
    ["https://evil.example/f/1", "/f/1"],
    ["javascript:alert(1)", "/alert(1)"],
    ["https://storm.example.gov//evil.example/y", "/evil.example/y"],
    ["//evil.example/x", "/x"],
  ])("opens only our own pages: %s", (url, path) => {
    expect(new URL(shown({ url }).options.data.path, "https://app.example").origin).toBe("https://app.example");
    expect(shown({ url }).options.data.path).toBe(path);
  });
});
