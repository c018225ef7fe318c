import { texts } from '#kit/contract/texts.ts'

/** The texts of uptime. */
export const { useText } = texts('uptime', {
  title: 'Uptime',
  note: '24 hours up to {to} · cells of 5 minutes, the worst minute counts',
  cell: {
    UP: 'up',
    DEGRADED: 'degraded',
    DOWN: 'down',
    MAINTENANCE: 'maintenance',
    MISSING: 'missing',
  },
  whole: 'All deployments',
  counted_one: '{count} counted',
  counted_other: '{count} counted',
  notCounted: 'not counted',
  noFigure: 'no figure',
  measured: '{measured} of {all} min',
  strip: '{name}: {parts}',
  part: '{from} – {to} {state}',
  none: 'No deployments',
  noneText: 'The uptime of an account shows here when it has a deployment.',
  openAnalytics: 'Open analytics',
})
