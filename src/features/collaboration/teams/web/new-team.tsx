import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { MultiSelect } from '#kit/web/form/multi-select.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAccount, useAccounts } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { createTeam, listTeams, manageTeams, type Team } from '../contract.ts'
import { useText } from '../texts.ts'

const list = { searchable: true, withScrollArea: false, comboboxProps: { withinPortal: false } } as const

/** The form of a new team: of the vendor, or of one account. */
export function NewTeam({ onClose, onCreated }: { onClose: () => void; onCreated: (team: Team) => void }) {
  const t = useText()
  const account = useAccount()
  const accounts = useAccounts().map(({ name, displayName }) => ({ value: name, label: displayName }))
  const isVendorManager = useAllows(manageTeams, '*')
  const [ownerType, setOwnerType] = useState<'CUSTOMER' | 'VENDOR'>(account || !isVendorManager ? 'CUSTOMER' : 'VENDOR')
  const [owners, setOwners] = useState<string[]>(
    account ? [account.name] : accounts.length === 1 ? [accounts[0]!.value] : [],
  )
  const [teamDisplayName, setName] = useState('')
  const [teamName, setShortName] = useState('')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const error = (field: string) => (wrong.includes(field) ? t('wrong') : undefined)
  const create = useMutationOf(createTeam, {
    refreshes: [listTeams],
    onSuccess: (team) => {
      toast({ title: t('created') })
      onCreated(team)
    },
    onProblem: (problem) => {
      setWrong(problem.code === 'team-exists' ? ['teamName'] : problem.fields.map(({ path }) => path))
      showError(problem)
    },
  })
  return (
    <FormDialog
      title={t('newTeam')}
      submitLabel={t('create')}
      pending={create.isPending}
      blocked={
        !teamDisplayName.trim() || !teamName
          ? t('notYet.name')
          : ownerType === 'CUSTOMER' && owners.length !== 1
            ? t('notYet.owner')
            : undefined
      }
      onClose={onClose}
      onSubmit={() => create.mutate({ body: { teamName, teamDisplayName, ownerType, ownerNames: owners } })}
    >
      <TextInput
        data-autofocus
        required
        maxLength={120}
        label={t('name')}
        value={teamDisplayName}
        error={error('teamDisplayName')}
        onChange={(event) => {
          const next = event.currentTarget.value
          if (teamName === shortNameOf(teamDisplayName)) setShortName(shortNameOf(next))
          setName(next)
        }}
      />
      <TextInput
        required
        maxLength={60}
        label={t('shortName')}
        description={t('shortNameHint')}
        value={teamName}
        error={error('teamName')}
        onChange={(event) => setShortName(event.currentTarget.value)}
      />
      {isVendorManager && (
        <SegmentedControl
          aria-label={t('ownerType')}
          value={ownerType}
          onChange={(next) => {
            setOwnerType(next)
            setOwners(next === 'CUSTOMER' ? owners.slice(0, 1) : owners)
          }}
          options={[
            { value: 'CUSTOMER', label: t('owner.CUSTOMER') },
            { value: 'VENDOR', label: t('owner.VENDOR') },
          ]}
        />
      )}
      {ownerType === 'CUSTOMER' ? (
        <Select
          required
          label={t('account')}
          data={accounts}
          {...list}
          value={owners[0] ?? null}
          error={error('ownerNames')}
          onChange={(value) => setOwners(value ? [value] : [])}
        />
      ) : (
        <MultiSelect
          label={t('accounts')}
          description={t('accountsHint')}
          data={accounts}
          {...list}
          value={owners}
          error={error('ownerNames')}
          onChange={setOwners}
        />
      )}
    </FormDialog>
  )
}

function shortNameOf(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
}
