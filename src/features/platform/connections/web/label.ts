import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages and the navigation row of connections. */
export const { useText: useLabel, text: label } = texts('connections', {
  connections: 'Connections',
  connection: 'Connection',
})
