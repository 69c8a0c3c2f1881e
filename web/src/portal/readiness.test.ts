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
    const body = { errors: [{ field: "database", message: "it does not answer" }] };
    expect(describeReadiness({ status: 503, body }).missing).toEqual(["database: it does not answer"]);
  });

  test.each([null, undefined, "text", { errors: "none" }, { errors: [null, 7, { field: 1, message: 2 }] }])(
    "a body that is no problem (%j) is not ready all the same",
    (body) => {
      expect(describeReadiness({ status: 503, body })).toMatchObject({ state: "not-ready", missing: [] });
    },
  );

  test.each([[null], [404], [502]])("no response or an unexpected one (%j) is unknown, never ready", (status) => {
    expect(describeReadiness({ status, body: null }).state).toBe("unknown");
  });
});
