import { type ReactNode, Suspense, useState } from 'react'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { type BulkJob, type BulkOperation, changeCases, readBulkJob } from '#features/support/case-bulk/contract.ts'
import { countCases, readCase, readCaseHistory, searchCases } from '#features/support/cases/contract.ts'
import { call } from '#kit/web/data/call.ts'
import { refresh } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { IconCheck, IconEye, IconUserPlus } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button, type ButtonColour } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { BulkBar } from '#kit/web/table/bulk-bar.tsx'
import type { Selection } from '#kit/web/table/use-selection.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { useBulkBarText } from '../texts.ts'

type Command = 'assign' | 'resolve' | 'watch'

const POLL_MS = 300

const CaseBulkDialog = lazyNamed(() => import('./case-bulk-dialog.tsx'), 'CaseBulkDialog')

/** Applies one action to all ticked cases in a job of the server, and shows which ones were rejected and why. */
export function CaseBulkBar({ selection }: { selection: Selection }) {
  const t = useBulkBarText()
  const me = useMe()
  const staff = useAllows(seeInternal)
  const [keys, setKeys] = useState<readonly string[]>()
  const [busy, setBusy] = useState<Command | null>(null)
  const operations: Record<Command, BulkOperation> = {
    assign: { assignee: me.username },
    resolve: { resolve: {} },
    watch: { watch: true },
  }
  const run = async (command: Command) => {
    setBusy(command)
    try {
      const keys = [...selection.ids].map(String)
      const job = await untilFinished(await call(changeCases, { body: { keys, operation: operations[command] } }))
      const rejections = job.results.flatMap(({ key, error }) => (error === null ? [] : [`<b>${key}</b> ${error}`]))
      toast({
        tone: rejections.length > 0 ? 'warning' : 'success',
        title: t('bulk.done', { done: job.done, all: job.total, operation: t(`bulk.verb.${command}`) }),
        ...(rejections.length > 0 ? { detail: rejections.slice(0, 5).join('<br>') } : {}),
        autoClose: rejections.length > 0 ? 10_000 : 5000,
      })
      selection.clear()
    } catch (error) {
      showError(error)
    }
    setBusy(null)
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
    <>
      <BulkBar selection={selection}>
        {staff && button('assign', <IconUserPlus size={15} aria-hidden />)}
        {button('watch', <IconEye size={15} aria-hidden />)}
        {staff && button('resolve', <IconCheck size={15} aria-hidden />, 'green')}
        {staff && (
          <Button variant="default" disabled={busy !== null} onClick={() => setKeys([...selection.ids].map(String))}>
            {t('bulk.more')}
          </Button>
        )}
      </BulkBar>
      {keys && (
        <Suspense fallback={null}>
          <CaseBulkDialog
            keys={keys}
            onClose={() => {
              setKeys(undefined)
              selection.clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Reads the job until every case has its result. It goes on without the page. */
async function untilFinished(job: BulkJob): Promise<BulkJob> {
  let current = job
  while (!current.finished) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    current = await call(readBulkJob, { params: { id: job.id } })
  }
  return current
}
