import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { countChannels } from '../contract/channel-calls.ts'
import { chatChanged, chatRead } from '../contract/chat.ts'

/** In how many channels messages wait to be read, of the chosen account or of all, live. */
export function useUnreadChannels(): { count: number } | null {
  const account = useAccount()
  const { data } = useQueryOf(countChannels, { query: account ? { accountId: account.id } : {} })
  const onChange = () => void refresh(countChannels)
  useTopic(chatChanged, account ? { account: account.name } : undefined, (fact) => {
    if (fact === null || fact.event === 'sent' || fact.event === 'deleted') onChange()
  })
  useTopic(chatRead, {}, onChange)
  return data ? { count: data.unread } : null
}
