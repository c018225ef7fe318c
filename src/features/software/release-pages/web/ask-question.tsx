import { Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { askAboutBundle } from '#features/software/bundles/contract.ts'
import type { BundleRelease } from '#features/software/releases/contract.ts'
import { casePath } from '#features/support/case-pages/paths.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'

/** Sends a question about a delivered bundle: opens a case. */
export function AskQuestion({ release, onClose }: { release: BundleRelease; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const ask = useMutationOf(askAboutBundle, {
    onSuccess: ({ key }) => {
      toast({ title: t('ask.done', { key }) })
      void navigate({ to: casePath({ account: release.account, accountId: release.accountId, key }) })
    },
  })
  return (
    <FormDialog
      title={t('ask.title', { name: release.bundleName })}
      submitLabel={t('ask.send')}
      pending={ask.isPending}
      blocked={text.trim() ? undefined : t('notYet.question')}
      onSubmit={() => {
        ask.mutate({ query: { bundleId: release.bundleId, accountId: release.accountId }, body: { text } })
      }}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        required
        autosize
        minRows={4}
        maxLength={30_000}
        label={t('ask.question')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
