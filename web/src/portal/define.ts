// Gives every element its name. Importing a class elsewhere has no such effect.
import { StormAccount } from "./account.ts";
import { StormAudit } from "./audit/audit.ts";
import { StormFacilities } from "./facility/facilities.ts";
import { StormFacilityNew } from "./facility/facility-new.ts";
import { StormFacility } from "./facility/facility.ts";
import { StormMissing } from "./missing.ts";
import { StormConfirm } from "./part/confirm.ts";
import { StormTokenNew } from "./people/token-new.ts";
import { StormTokens } from "./people/tokens.ts";
import { StormUserNew } from "./people/user-new.ts";
import { StormUser } from "./people/user.ts";
import { StormUsers } from "./people/users.ts";
import { StormPortal } from "./portal.ts";
import { ServiceState } from "./service-state.ts";
import { StormSignIn } from "./sign-in.ts";

const ELEMENTS: Record<string, CustomElementConstructor> = {
  "service-state": ServiceState,
  "storm-account": StormAccount,
  "storm-audit": StormAudit,
  "storm-confirm": StormConfirm,
  "storm-facilities": StormFacilities,
  "storm-facility": StormFacility,
  "storm-facility-new": StormFacilityNew,
  "storm-missing": StormMissing,
  "storm-sign-in": StormSignIn,
  "storm-token-new": StormTokenNew,
  "storm-tokens": StormTokens,
  "storm-user": StormUser,
  "storm-user-new": StormUserNew,
  "storm-users": StormUsers,
  // The shell comes last: what it draws is known by then.
  "storm-portal": StormPortal,
};

for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
