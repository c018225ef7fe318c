/** The nine colours of badges; they mean state and nothing else. */
export type BadgeColour =
  | 'red'
  | 'orange'
  | 'green'
  | 'blue'
  | 'grey'
  | 'purple'
  | 'light-blue'
  | 'light-grey'
  | 'dark-yellow'

/** The appearance of a state: its colour, and whether its dot blinks because the state is passing or live. */
export type StateLook = { readonly colour: BadgeColour; readonly blinking?: true }

const blinking = true as const

/** The fixed appearance of every state, by kind; values are those of the API. */
export const stateStyles = {
  case: {
    NEW: { colour: 'blue' },
    OPEN: { colour: 'blue' },
    IN_PROGRESS: { colour: 'light-blue' },
    WAITING_FOR_CUSTOMER: { colour: 'orange' },
    WAITING_FOR_VENDOR: { colour: 'orange' },
    ESCALATED: { colour: 'purple' },
    RESOLVED: { colour: 'green' },
    CLOSED: { colour: 'light-grey' },
    DECLINED: { colour: 'grey' },
    OUTAGE: { colour: 'red', blinking },
  },
  priority: {
    CRITICAL: { colour: 'red' },
    HIGH: { colour: 'orange' },
    MEDIUM: { colour: 'dark-yellow' },
    LOW: { colour: 'grey' },
  },
  stage: { PRODUCTION: { colour: 'blue' }, LIFT: { colour: 'light-blue' }, PRE_SALES: { colour: 'dark-yellow' } },
  user: {
    staged: { colour: 'light-grey' },
    provisioned: { colour: 'light-blue' },
    active: { colour: 'green' },
    recovery: { colour: 'orange' },
    passwordExpired: { colour: 'orange' },
    lockedOut: { colour: 'red' },
    deprovisioned: { colour: 'light-grey' },
    suspended: { colour: 'grey' },
    candidateForDeletion: { colour: 'dark-yellow' },
    approvedForDeletion: { colour: 'red', blinking },
  },
  bundle: { ACTIVE: { colour: 'green' }, ON_HOLD: { colour: 'orange' }, END_OF_LIFE: { colour: 'red' } },
  release: {
    RELEASED: { colour: 'blue' },
    DELIVERED: { colour: 'green' },
    PENDING: { colour: 'light-blue', blinking },
  },
  file: {
    ASSIGNED: { colour: 'blue' },
    DOWNLOADED: { colour: 'light-blue' },
    DEPLOYED: { colour: 'green' },
    SIGNED: { colour: 'purple' },
    IN_STORAGE: { colour: 'green' },
    MISSING: { colour: 'red' },
    PENDING: { colour: 'orange', blinking },
  },
  check: {
    WAITING: { colour: 'light-blue', blinking },
    QUARANTINED: { colour: 'red' },
    UNSCANNABLE: { colour: 'dark-yellow' },
  },
  request: {
    NEW: { colour: 'blue' },
    APPROVED: { colour: 'green' },
    REJECTED: { colour: 'red' },
    QUEUED: { colour: 'grey' },
    IN_PROGRESS: { colour: 'light-blue', blinking },
    FAILED: { colour: 'red' },
  },
  plugin: {
    NOT_INSTALLED: { colour: 'light-grey' },
    INSTALLED: { colour: 'green' },
    STARTED: { colour: 'light-blue', blinking },
    FINISHED: { colour: 'green' },
    STOPPED: { colour: 'grey' },
  },
} as const satisfies Record<string, Record<string, StateLook>>

/** The kinds of states that have a fixed appearance. */
export type StateKind = keyof typeof stateStyles

/** The states of a kind, as in the API. */
export type StateOf<Kind extends StateKind> = keyof (typeof stateStyles)[Kind] & string

/** The appearance of a state; an unknown one is grey. */
export function stateLook(kind: StateKind, state: string): StateLook {
  const styles: Readonly<Record<string, StateLook>> = stateStyles[kind]
  return styles[state] ?? { colour: 'grey' }
}
