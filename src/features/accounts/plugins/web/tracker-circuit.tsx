import { useEffect } from 'react'
import { trackerResponded, trackerStable, trackerUnstable } from '#kit/web/data/tracker-state.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { type PluginDetails, pluginsChanged } from '../contract.ts'
import { usePlugins } from './use-plugins.ts'

const CIRCUIT = 'circuit'

/** Has the banner of an unstable tracker follow the circuit of the account's connection: it comes and goes by itself. */
export function TrackerCircuit({ account }: { account: string }) {
  const { plugins } = usePlugins()
  const since = plugins?.filter(isTracker).flatMap(({ connection }) => connection?.disconnectedSince ?? [])[0]
  useEffect(() => {
    if (!since) return
    trackerUnstable(CIRCUIT, new Date(since))
    return () => trackerResponded(CIRCUIT)
  }, [since])
  useTopic(pluginsChanged, {}, (message) => {
    const isResponding = message?.newValue === 'CONNECTED' || message?.newValue === 'STARTED'
    if (isResponding && message.account === account && isTracker({ name: message.plugin })) trackerStable()
  })
  return null
}

function isTracker({ name }: { name: PluginDetails['name'] | undefined }): boolean {
  return name === 'jira' || name === 'jsm'
}
