export {
  type BindableEvent,
  backendVariables,
  bindableEvents,
  eventVariables,
  isRecipientVariable,
  mailOnlyEvents,
  type RecipientVariable,
} from './contract/backend-variables.ts'
export { checkTemplate, placeholdersOf } from './contract/check-template.ts'
export {
  type FilledTexts,
  fillParts,
  fillTemplate,
  isPersonal,
  type Parts,
  type Values,
} from './contract/fill-template.ts'
export { dayText, inputFlaw, inputMessage } from './contract/input-value.ts'
export { link } from './contract/link-fields.ts'
export {
  type AnnouncementType,
  announcementTypes,
  type DeliveryMethod,
  deliveryMethods,
} from './contract/message-enums.ts'
export { plainLine, plainMarkdown } from './contract/plain-markdown.ts'
export {
  type Cascade,
  type CascadeRow,
  type InputValues,
  inputValues,
  MESSAGE_LENGTH,
  manageTemplates,
  readTemplates,
  type Template,
  type TemplateTexts,
  templateId,
  templateProblems,
} from './contract/template.ts'
export {
  activateTemplate,
  createTemplate,
  deactivateTemplate,
  deleteTemplate,
  listBackendVariables,
  listTemplates,
  previewCascade,
  previewTemplate,
  readTemplate,
  updateTemplate,
} from './contract/template-calls.ts'
export {
  templateActivated,
  templateCreated,
  templateDeactivated,
  templateDeleted,
  templateUpdated,
} from './contract/template-events.ts'
