import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Case } from '#features/support/cases/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { linkCaseToRnd, listRndIssues } from '../contract.ts'
import { useText } from '../texts.ts'
import { escalationRefreshes } from './escalation-refreshes.ts'

/** Links a case to an open R&D issue. */
export function LinkDialog({ found, onClose }: { found: Case; onClose: () => void }) {
  const t = useText()
  const [typedWords, setTypedWords] = useState('')
  const [rndKey, setRndKey] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const [q] = useDebouncedValue(rndKey ? '' : typedWords.trim(), 200)
  const query = { open: true, size: 20, ...(q ? { q } : {}) }
  const issues = useQueryOf(listRndIssues, { query }, { keep: true }).data?._embedded.issues ?? []
  const link = useMutationOf(linkCaseToRnd, {
    refreshes: escalationRefreshes,
    onSuccess: (_, { body }) => {
      toast({ title: t('link.done', { key: found.key, rndKey: body.rndKey }) })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('link.title', { key: found.key })}
      submitLabel={t('link.send')}
      pending={link.isPending}
      onSubmit={() => {
        if (!rndKey) return setMissing(true)
        link.mutate({ query: { issueKey: found.key }, body: { rndKey } })
      }}
      onClose={onClose}
    >
      <Select
        required
        searchable
        data-autofocus
        label={t('link.issue')}
        placeholder={t('link.search')}
        nothingFoundMessage={t('link.none')}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        data={issues.map(({ key, subject }) => ({ value: key, label: `${key} ${subject}` }))}
        filter={({ options }) => options}
        value={rndKey}
        error={missing && t('link.missing')}
        onSearchChange={setTypedWords}
        onChange={(value) => {
          setRndKey(value)
          setMissing(false)
        }}
      />
    </FormDialog>
  )
}
