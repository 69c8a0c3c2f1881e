import { expect, describe as group, test } from "vitest";
import { describeReadiness } from "./readiness.ts";

group("the response of /readyz", () => {
  test("200 is ready", () => {
    expect(describeReadiness({ status: 200, body: {} })).toEqual({
      state: "ready",
      headline: "The service is ready",
      missing: [],
    });
  });

  test("503 says what is missing", () => {
    const body = { errors: [{ field: "database", message: "no response" }] };
    expect(describeReadiness({ status: 503, body }).missing).toEqual(["database: no response"]);
  });

  test.each([null, undefined, "text", { errors: "none" }, { errors: [null, 7, { field: 1, message: 2 }] }])(
    "503 with an unreadable body (%j) is not ready",
    (body) => {
      expect(describeReadiness({ status: 503, body })).toMatchObject({ state: "not-ready", missing: [] });
    },
  );

  test.each([[null], [404], [502]])("no response or an unexpected status (%j) is unknown", (status) => {
    expect(describeReadiness({ status, body: null }).state).toBe("unknown");
  });
});
