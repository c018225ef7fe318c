import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { accountPluginHistoryRecorded, listPlugins, pluginsChanged } from '../contract.ts'

/** The plugins of the current account, kept up to date. */
export function usePlugins() {
  const account = useAccount()
  const name = account?.name ?? ''
  useTopic(pluginsChanged, {}, (message) => {
    if (!message || message.account === null || message.account === name) void refresh(listPlugins)
  })
  useTopic(accountPluginHistoryRecorded, {}, () => void refresh(listPlugins))
  const query = useQueryOf(listPlugins, { query: { accountName: name } }, { enabled: account !== null })
  return { account, plugins: query.data?._embedded.details, query }
}
