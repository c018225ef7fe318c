import type { Recipients, RecipientsType } from '#features/messaging/announcements/contract.ts'
import type { AnnouncementType, DeliveryMethod } from '#features/messaging/templates/contract.ts'

/** An announcement of the demo. */
export type DemoAnnouncement = {
  readonly title: string
  readonly message: string
  readonly type: AnnouncementType
  readonly deliveryMethod: DeliveryMethod
  readonly category: string
  readonly recipientsType: RecipientsType
  readonly recipients?: Recipients
  readonly link?: string | null
  readonly hoursAgo: number
  readonly expiresInHours?: number
  readonly state: 'ENABLED' | 'DRAFT' | 'INACTIVE'
}

/** The announcements of the demo, oldest first. */
export const demoAnnouncements: readonly DemoAnnouncement[] = [
  {
    title: 'Security notice: renew RPD certificates that end this quarter',
    message:
      'An RPD whose certificate has ended does not join after its next restart. Sign the new ones in the certificate tool; it takes five minutes.',
    ...{ type: 'error', deliveryMethod: 'ModalAlert', category: 'Security' },
    ...{ recipientsType: 'FILTER', recipients: { roles: ['MANAGER'] }, hoursAgo: 26 * 24, state: 'ENABLED' },
  },
  {
    title: 'Bundle on hold: RPD firmware 9.5.3',
    message:
      'Do not install. A check found that downgrades from 9.5.3 fail. Nodes that run it are safe. A replacement follows.',
    ...{ type: 'error', deliveryMethod: 'ModalAlert', category: 'Software' },
    ...{ recipientsType: 'CUSTOMER_USERS', hoursAgo: 20 * 24, state: 'INACTIVE' },
  },
  {
    title: 'Connection to the issue tracker is slow',
    message:
      'New cases and comments are kept and sent as soon as the tracker responds. Nothing is lost; do not enter them twice.',
    ...{ type: 'warning', deliveryMethod: 'Banner', category: 'Service' },
    ...{ recipientsType: 'VENDOR_USERS', hoursAgo: 9 * 24, state: 'INACTIVE' },
  },
  {
    title: 'End of life: cOS-DOCSIS v0.15.x',
    message:
      'Last fixes in twelve months, support ends in eighteen. The upgrade path has two steps; ask for the plan of your hubs.',
    ...{ type: 'warning', deliveryMethod: 'BellAlert', category: 'Software' },
    ...{
      recipientsType: 'FILTER',
      recipients: { versions: ['cOS-DOCSIS v0.15.x'] },
      hoursAgo: 6 * 24,
      state: 'ENABLED',
    },
  },
  {
    title: 'cOS-CN-DOCSIS 3.24.2 is available',
    message:
      'Fixes memory growth of the telemetry service, double counting on 96 MHz OFDMA and **four more**. Release notes and the list of your deployments that it concerns are one click away.',
    ...{ type: 'info', deliveryMethod: 'BellAlert', category: 'Software' },
    ...{ recipientsType: 'FILTER', recipients: { versions: ['cOS-CN-DOCSIS'] }, hoursAgo: 74, state: 'ENABLED' },
  },
  {
    title: 'Support line unreachable from 14:10 to 14:35 UTC',
    message: 'The telephone provider has repaired the fault. Cases and chat were not affected.',
    ...{ type: 'success', deliveryMethod: 'BellAlert', category: 'Support' },
    ...{ recipientsType: 'EVERYONE', hoursAgo: 28, state: 'ENABLED' },
  },
  {
    title: 'Planned work on the portal, Sunday 06:00–06:15 UTC',
    message: 'Live figures may pause for a minute. Downloads resume by themselves.',
    ...{ type: 'info', deliveryMethod: 'Banner', category: 'Maintenance' },
    ...{ recipientsType: 'EVERYONE', hoursAgo: 5, expiresInHours: 140, state: 'ENABLED' },
  },
  {
    title: 'New: dispute a line of the SLA report',
    message:
      'Each figure opens into its outages, minutes and modems. If you see it differently, one button makes it a case.',
    ...{ type: 'info', deliveryMethod: 'BellAlert', category: 'Support' },
    ...{ recipientsType: 'FILTER', recipients: { roles: ['MANAGER'] }, hoursAgo: 2, state: 'DRAFT' },
  },
]
