export type DemoKey = 'maintenance' | 'before' | 'after' | 'contacts' | 'firmware' | 'account'
type DemoVersion = { readonly body: string; readonly note?: string }

const firmware = (
  minutes: string,
  clocks: string,
  groups: string,
  last: string,
) => `For all hubs of Nordfeld Kabel. One RPD is without service for ${minutes} minutes.

## Before the window

- ${clocks} boundary clocks are locked: \`show ptp status\`
- No RPD is in holdover, none was in the last 24 h.
- The window is in the calendar, so that the detector holds back.

## Order

| Step | Who | Minutes |
| --- | --- | --- |
| Upgrade the boundary clocks of the hub | Field service | 20 |
| Wait until each clock reports less than 150 ns | Network operations | 10 |
| RPDs in groups of ${groups} | Network operations | 60 |
| Compare modems online with the count before | Network operations | 5 |

## If holdover starts

Stop. Do not restart the RPD: it loses the last good frequency.

## After the window

- ${last}
`

/** The texts of the demo's pages, each with its versions from the oldest to the newest. */
export const demoTexts: Readonly<Record<DemoKey, readonly DemoVersion[]>> = {
  maintenance: [
    {
      body: `A window is planned, announced and closed in the same way in every network.

1. Plan it in the calendar, at least five working days ahead.
2. Read *Before the window* on the evening before.
3. Close the event as soon as the work is done: alerts hold again from that minute on.

> A window that is not in the calendar raises alerts, and the people on call are woken for nothing.
`,
    },
  ],
  before: [
    {
      body: `- Modems online of each service group are noted.
- The configuration of every device that is touched is saved.
- A second engineer knows how to roll back, and is reachable.
- The support line knows the number of the change.
`,
    },
  ],
  after: [
    {
      body: `- Watch modems online for 30 minutes. The limit is 2.5 % below the count before.
- Compare the number of open cases with that of the day before.
- Write into the case what was done, and when.
`,
    },
  ],
  contacts: [
    {
      body: `Network operations answer day and night. Field service is on call from 18:00 to 06:00.

| Who | Reach |
| --- | --- |
| Network operations | channel of the account, then the support line |
| Field service, north | ask network operations |
| Field service, south | ask network operations |
`,
    },
  ],
  firmware: [
    { body: firmware('six', 'Two', 'eight', 'Watch modems online for 15 minutes.') },
    {
      body: firmware('four', 'Three', 'four', 'Watch modems online for 30 minutes.\n- Close the event early.'),
      note: 'Smaller groups after the window of last week',
    },
  ],
  account: [
    {
      body: `- Changes are decided on Tuesdays; ask for a window before noon.
- The hub in the harbour has no remote power: a restart needs a visit.
- Renewal talks begin in spring. Send questions about prices to the customer-success manager.
`,
    },
  ],
}
