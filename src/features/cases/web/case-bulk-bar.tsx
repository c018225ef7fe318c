import { IconCheck, IconEye, IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { call } from '#kit/web/data/call.ts'
import { refresh } from '#kit/web/data/query.ts'
import { errorText } from '#kit/web/data/show-error.ts'
import { Button, type ButtonColour } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { BulkBar } from '#kit/web/table/bulk-bar.tsx'
import type { Selection } from '#kit/web/table/use-selection.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import {
  countCases,
  editCase,
  readCase,
  readCaseHistory,
  resolveCase,
  searchCases,
  seeInternal,
  watchCase,
} from '../contract.ts'
import { useText } from './text.ts'

type Verb = 'assign' | 'resolve' | 'watch'

/** Does one thing to each ticked case, one after the other, and says which ones refused and why. */
export function CaseBulkBar({ selection }: { selection: Selection }) {
  const t = useText()
  const me = useMe()
  const staff = useAllows(seeInternal)
  const [busy, setBusy] = useState<Verb | null>(null)
  const verbs: Record<Verb, (key: string) => Promise<unknown>> = {
    assign: (key) => call(editCase, { params: { key }, body: { assignee: me.username } }),
    resolve: (key) => call(resolveCase, { query: { issueKey: key }, body: {} }),
    watch: (key) => call(watchCase, { query: { issueKey: key }, body: {} }),
  }
  const run = async (verb: Verb) => {
    setBusy(verb)
    const keys = [...selection.ids]
    const refused: string[] = []
    for (const key of keys) {
      await verbs[verb](key).catch((error: unknown) => refused.push(`<b>${key}</b> ${errorText(error)}`))
    }
    setBusy(null)
    const done = keys.length - refused.length
    toast({
      tone: refused.length > 0 ? 'warning' : 'success',
      title: t('bulk.done', { done, all: keys.length, verb: t(`bulk.verb.${verb}`) }),
      ...(refused.length > 0 ? { detail: refused.slice(0, 5).join('<br>') } : {}),
      autoClose: refused.length > 0 ? 10_000 : 5000,
    })
    selection.clear()
    await refresh(searchCases, countCases, readCase, readCaseHistory)
  }
  const button = (verb: Verb, icon: ReactNode, colour?: ButtonColour) => (
    <Button
      variant={colour ? 'filled' : 'default'}
      color={colour ?? 'blue'}
      leftSection={icon}
      loading={busy === verb}
      disabled={busy !== null && busy !== verb}
      onClick={() => void run(verb)}
    >
      {t(`bulk.${verb}`)}
    </Button>
  )
  return (
    <BulkBar selection={selection}>
      {staff && button('assign', <IconUserPlus size={15} aria-hidden />)}
      {button('watch', <IconEye size={15} aria-hidden />)}
      {staff && button('resolve', <IconCheck size={15} aria-hidden />, 'green')}
    </BulkBar>
  )
}
