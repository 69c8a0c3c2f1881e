// Registers all custom elements of the portal; importing a class alone does not.
import { StormAccount } from "./account.ts";
import { StormAction } from "./action/action.ts";
import { StormActionNew } from "./action/action-new.ts";
import { StormActions } from "./action/actions.ts";
import { StormAddName } from "./action/add-name.ts";
import { StormConditionRows } from "./action/condition-rows.ts";
import { StormConfigForm } from "./action/config-form.ts";
import { StormActionEditor } from "./action/editor.ts";
import { StormGallery } from "./action/gallery.ts";
import { StormGuidePanel } from "./action/guide-panel.ts";
import { StormValueMapRows } from "./action/value-map-rows.ts";
import { StormAudit } from "./audit/audit.ts";
import { StormCredential } from "./credential/credential.ts";
import { StormCredentialNew } from "./credential/credential-new.ts";
import { StormCredentials } from "./credential/credentials.ts";
import { StormFacilities } from "./facility/facilities.ts";
import { StormFacility } from "./facility/facility.ts";
import { StormFacilityImport } from "./facility/facility-import.ts";
import { StormFacilityNew } from "./facility/facility-new.ts";
import { StormHistory } from "./history/history.ts";
import { StormLayers } from "./layers/layers.ts";
import { StormBulkRetry } from "./log/bulk-retry.ts";
import { StormExplain } from "./log/explain.ts";
import { StormLog } from "./log/log.ts";
import { StormMessage } from "./log/message.ts";
import { StormMessageDetail } from "./log/message-detail.ts";
import { StormWorkbenchLink } from "./log/workbench-link.ts";
import { StormNotFound } from "./not-found.ts";
import { StormPolicies } from "./policies/policies.ts";
import { StormPolicy } from "./policies/policy.ts";
import { StormPolicyNew } from "./policies/policy-new.ts";
import { StormPortal } from "./portal.ts";
import { ServiceState } from "./service-state.ts";
import { StormCitySettings } from "./setup/city-settings.ts";
import { StormFirstRun } from "./setup/first-run.ts";
import { StormSetup } from "./setup/setup.ts";
import { StormShadowRun } from "./shadow/shadow-run.ts";
import { StormTestMode } from "./shadow/test-mode.ts";
import { StormSignIn } from "./sign-in.ts";
import { StormSinkDeliveries } from "./sinks/deliveries.ts";
import { StormFacilityPicker } from "./sinks/facility-picker.ts";
import { StormSinkForm } from "./sinks/form.ts";
import { StormSink } from "./sinks/sink.ts";
import { StormSinkNew } from "./sinks/sink-new.ts";
import { StormSinks } from "./sinks/sinks.ts";
import { StormSystem } from "./system/system.ts";
import { StormTestMail } from "./system/test-mail.ts";
import { StormCombobox } from "./ui/combobox.ts";
import { StormConfirm } from "./ui/confirm.ts";
import { StormSecretBox } from "./ui/secret-box.ts";
import { StormOwnAccess } from "./users/own-access.ts";
import { StormSessions } from "./users/sessions.ts";
import { StormTokenNew } from "./users/token-new.ts";
import { StormTokens } from "./users/tokens.ts";
import { StormUser } from "./users/user.ts";
import { StormUserNew } from "./users/user-new.ts";
import { StormUsers } from "./users/users.ts";
import { StormBalance } from "./watcher/balance.ts";
import { StormFileWatcherForm } from "./watcher/file-form.ts";
import { StormFolderPicker } from "./watcher/folder-picker.ts";
import { StormMailboxWatcherForm } from "./watcher/mailbox-form.ts";
import { StormStatusWatcherForm } from "./watcher/status-form.ts";
import { StormWatcherSwitch } from "./watcher/switch.ts";
import { StormWatcher } from "./watcher/watcher.ts";
import { StormWatcherNew } from "./watcher/watcher-new.ts";
import { StormWatchers } from "./watcher/watchers.ts";
import { StormFieldPanel } from "./workbench/field-panel.ts";
import { StormMarkedText } from "./workbench/marked-text.ts";
import { StormReadyFormat } from "./workbench/ready-format.ts";
import { StormRecordProposals } from "./workbench/record-proposals.ts";
import { StormWorkbenchSaving } from "./workbench/saving.ts";
import { StormWorkbench } from "./workbench/workbench.ts";

const ELEMENTS: Record<string, CustomElementConstructor> = {
  "service-state": ServiceState,
  "storm-account": StormAccount,
  "storm-action": StormAction,
  "storm-action-editor": StormActionEditor,
  "storm-action-new": StormActionNew,
  "storm-actions": StormActions,
  "storm-add-name": StormAddName,
  "storm-audit": StormAudit,
  "storm-balance": StormBalance,
  "storm-bulk-retry": StormBulkRetry,
  "storm-city-settings": StormCitySettings,
  "storm-combobox": StormCombobox,
  "storm-condition-rows": StormConditionRows,
  "storm-config-form": StormConfigForm,
  "storm-confirm": StormConfirm,
  "storm-credential": StormCredential,
  "storm-credential-new": StormCredentialNew,
  "storm-credentials": StormCredentials,
  "storm-explain": StormExplain,
  "storm-facilities": StormFacilities,
  "storm-facility": StormFacility,
  "storm-facility-import": StormFacilityImport,
  "storm-facility-new": StormFacilityNew,
  "storm-facility-picker": StormFacilityPicker,
  "storm-field-panel": StormFieldPanel,
  "storm-first-run": StormFirstRun,
  "storm-folder-picker": StormFolderPicker,
  "storm-gallery": StormGallery,
  "storm-guide-panel": StormGuidePanel,
  "storm-history": StormHistory,
  "storm-layers": StormLayers,
  "storm-log": StormLog,
  "storm-marked-text": StormMarkedText,
  "storm-message": StormMessage,
  "storm-message-detail": StormMessageDetail,
  "storm-not-found": StormNotFound,
  "storm-own-access": StormOwnAccess,
  "storm-policies": StormPolicies,
  "storm-policy": StormPolicy,
  "storm-policy-new": StormPolicyNew,
  "storm-ready-format": StormReadyFormat,
  "storm-record-proposals": StormRecordProposals,
  "storm-secret-box": StormSecretBox,
  "storm-sessions": StormSessions,
  "storm-setup": StormSetup,
  "storm-shadow-run": StormShadowRun,
  "storm-sign-in": StormSignIn,
  "storm-sink": StormSink,
  "storm-sink-deliveries": StormSinkDeliveries,
  "storm-sink-form": StormSinkForm,
  "storm-sink-new": StormSinkNew,
  "storm-sinks": StormSinks,
  "storm-watcher-switch": StormWatcherSwitch,
  "storm-system": StormSystem,
  "storm-test-mail": StormTestMail,
  "storm-test-mode": StormTestMode,
  "storm-workbench-link": StormWorkbenchLink,
  "storm-token-new": StormTokenNew,
  "storm-tokens": StormTokens,
  "storm-user": StormUser,
  "storm-user-new": StormUserNew,
  "storm-users": StormUsers,
  "storm-value-map-rows": StormValueMapRows,
  "storm-watcher": StormWatcher,
  "storm-file-watcher-form": StormFileWatcherForm,
  "storm-status-watcher-form": StormStatusWatcherForm,
  "storm-mailbox-watcher-form": StormMailboxWatcherForm,
  "storm-watcher-new": StormWatcherNew,
  "storm-watchers": StormWatchers,
  "storm-workbench": StormWorkbench,
  "storm-workbench-saving": StormWorkbenchSaving,
  // The shell comes last: it renders the others.
  "storm-portal": StormPortal,
};

for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
