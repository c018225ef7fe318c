import { texts } from '#kit/contract/texts.ts'
import { eventTexts } from './event-texts.generated.ts'

/** The texts of the pages, some of which the server writes too. */
export const pageTexts = {
  activity: {
    title: 'Recent activity',
    mine: 'Your activity log',
    none: 'No activity yet',
    more_one: '{text} and {count} more',
    more_other: '{text} and {count} more',
  },
  system: 'The portal',
  as: '{by} as {user}',
  page: {
    note: 'Each change and each denied attempt',
    noteOf: 'Each change and each denied attempt in {account}',
    count_one: '{entries} entry',
    count_other: '{entries} entries',
    entry: 'Entry',
    time: 'Time',
    who: 'Who',
    what: 'What happened',
    account: 'Account',
    noAccount: 'No account',
    denied: 'Denied',
    tried: 'tried {call}',
    waiting: 'new',
  },
  filter: {
    search: 'Key, number or request ID',
    who: 'Who',
    whoNone: 'No user has this name or address.',
    what: 'Event',
    whatNone: 'No event has these words.',
    everything: 'Everything about {subject}',
    account: 'Account',
    accountNone: 'No account has this name.',
    period: 'Period',
    today: 'Today',
    days: 'Last {count} days',
    from: 'From',
    to: 'To',
    since: 'since {at}',
    until: 'until {at}',
    span: '{from} – {to}',
    show: 'Show',
    spanWrong: 'The end must be after the beginning.',
    spanEmpty: 'Enter a beginning or an end first.',
    clear: 'Clear',
    request: 'Request',
    removeRequest: 'Show other requests too',
    kind: 'Kind of entry',
    all: 'All',
    denied: 'Denied',
    impersonated: 'Impersonated',
  },
  empty: {
    title: 'No entries',
    text: 'Nothing was recorded yet. Each change is listed here within a second.',
    filtered: 'No entry matches',
    filteredText: 'There is no entry with {filters}.',
    clear: 'Clear all filters',
    clearOne: 'Clear {name}',
    search: 'key, number or request “{value}”',
    one: '{name}: {value}',
  },
  detail: {
    gone: 'Entry not found',
    goneText: 'There is no such entry, or you may not see it.',
    close: 'Close the entry',
    did: 'did it',
    inName: 'as this user',
    field: 'Field',
    before: 'Before',
    after: 'After',
    changes: 'Before and after',
    text: 'Changed; the text itself is not shown here.',
    yes: 'yes',
    no: 'no',
    event: 'Event',
    thing: 'Concerns',
    request: 'Request',
    address: 'Address',
    recorded: 'Recorded',
    data: 'Recorded with it',
    ofRequest_one: 'Only entry of this request',
    ofRequest_other: 'All {count} entries of this request',
    copyRequest: 'Copy the request ID',
    ofThing: 'All entries about it',
    ofUser: 'All entries of {name}',
  },
  chain: {
    title: 'Hash chain',
    checking: 'The hash chain is being checked.',
    intact: 'The hash chain is intact up to entry #{to}.',
    intactText_one:
      'Entries #{from} to #{to} were computed again, and the checkpoint outside of the database matches: none is missing or changed.',
    intactText_other:
      'Entries #{from} to #{to} were computed again, and all {checkpoints} checkpoints outside of the database match: none is missing or changed.',
    noCheckpoint:
      'Entries #{from} to #{to} were computed again: none is missing or changed. There is no checkpoint outside of the database yet.',
    broken: 'The hash chain is broken at entry #{at}.',
    brokenText:
      'This entry, or one before it, was changed or removed in the database. An administrator of the server runs headend audit verify and compares with a backup.',
    forged: 'A checkpoint of the hash chain has a wrong signature.',
    forgedText:
      'The file of the checkpoints was changed, or it comes from a portal with another key. An administrator of the server runs headend audit verify with a copy of the file.',
    check: 'Check again',
    state: {
      WAITING: 'Not in the chain yet',
      LINKED: 'Linked',
      PROVEN: 'Proven',
      BROKEN: 'Broken',
    },
    text: {
      WAITING: 'An entry is added to the chain within a second after it is recorded.',
      LINKED:
        'The hash of this entry covers its content and the hash of the entry before it, and it is right. The next signed checkpoint, once an hour, will prove it.',
      PROVEN:
        'The hash of this entry covers its content and the hash of the entry before it. All links from here to the signed checkpoint #{seq} of {at}, which is stored outside of the database, are right: this entry is as it was recorded.',
      BROKEN:
        'The hash of this entry does not fit its content, or one of the entries up to the next checkpoint was changed or removed.',
    },
    hash: 'This entry',
    hashBefore: 'The one before',
  },
}

/** The texts of the audit screens. */
export const { useText } = texts('audit', pageTexts)
/** The texts of the declared events. */
export const { useText: useEventText, text: eventText } = texts('events', eventTexts)
/** Fills the text of an event. */
export type EventText = typeof eventText
