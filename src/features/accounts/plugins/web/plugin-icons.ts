import {
  IconAddressBook,
  IconBell,
  IconBook,
  IconBox,
  IconBrandDocker,
  IconChartLine,
  IconLifebuoy,
  IconMessage,
  IconRadar,
  IconTicket,
} from '#kit/web/icons/icons.generated.ts'

/** The icon of each plugin. */
export const pluginIcons = {
  jira: IconTicket,
  jsm: IconLifebuoy,
  confluence: IconBook,
  slack: IconMessage,
  opsgenie: IconBell,
  analytics: IconChartLine,
  sonar: IconRadar,
  salesforce: IconAddressBook,
  box: IconBox,
  registry: IconBrandDocker,
} as const
