import { type ReactNode, useState } from 'react'
import {
  countCases,
  editCase,
  readCase,
  readCaseHistory,
  resolveCase,
  searchCases,
  seeInternal,
  watchCase,
} from '#features/support/cases/contract.ts'
import { call } from '#kit/web/data/call.ts'
import { refresh } from '#kit/web/data/query.ts'
import { errorText } from '#kit/web/data/show-error.ts'
import { IconCheck, IconEye, IconUserPlus } from '#kit/web/icons/icons.generated.ts'
import { Button, type ButtonColour } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { BulkBar } from '#kit/web/table/bulk-bar.tsx'
import type { Selection } from '#kit/web/table/use-selection.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { useText } from './text.ts'

type Command = 'assign' | 'resolve' | 'watch'

/** Applies one action to each ticked case, one after the other, and shows which ones were rejected and why. */
export function CaseBulkBar({ selection }: { selection: Selection }) {
  const t = useText()
  const me = useMe()
  const staff = useAllows(seeInternal)
  const [busy, setBusy] = useState<Command | null>(null)
  const commands: Record<Command, (key: string) => Promise<unknown>> = {
    assign: (key) => call(editCase, { params: { key }, body: { assignee: me.username } }),
    resolve: (key) => call(resolveCase, { query: { issueKey: key }, body: {} }),
    watch: (key) => call(watchCase, { query: { issueKey: key }, body: {} }),
  }
  const run = async (command: Command) => {
    setBusy(command)
    const keys = [...selection.ids]
    const rejected: string[] = []
    for (const key of keys) {
      await commands[command](key).catch((error: unknown) => rejected.push(`<b>${key}</b> ${errorText(error)}`))
    }
    setBusy(null)
    const done = keys.length - rejected.length
    toast({
      tone: rejected.length > 0 ? 'warning' : 'success',
      title: t('bulk.done', { done, all: keys.length, operation: t(`bulk.verb.${command}`) }),
      ...(rejected.length > 0 ? { detail: rejected.slice(0, 5).join('<br>') } : {}),
      autoClose: rejected.length > 0 ? 10_000 : 5000,
    })
    selection.clear()
    await refresh(searchCases, countCases, readCase, readCaseHistory)
  }
  const button = (command: Command, icon: ReactNode, colour?: ButtonColour) => (
    <Button
      variant={colour ? 'filled' : 'default'}
      color={colour ?? 'blue'}
      leftSection={icon}
      loading={busy === command}
      disabled={busy !== null && busy !== command}
      onClick={() => void run(command)}
    >
      {t(`bulk.${command}`)}
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
