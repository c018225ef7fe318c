import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isVendorRole, type Role, roleNames } from '#features/access/roles/contract.ts'
import { grantableRoles, mayGrant } from '#features/users/role-assignment/contract.ts'
import { listUsers } from '#features/users/user-management/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText as useKitText } from '#kit/web/text/kit-text.ts'
import { type AccountChoice, useAccounts } from '#kit/web/who/account.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { createUser } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './invite-dialog.module.css'

const STAFF = '*'
/** The roles with the widest reach come last. */
const last: readonly Role[] = ['CENTRAL', 'ADMIN']

/** Invites a user: their identity, and their first roles. */
export function InviteDialog({ account, onClose }: { account: AccountChoice | null; onClose: () => void }) {
  const t = useText()
  const close = useKitText()('close')
  const actor = usePrincipal()
  const everywhere = useAccounts().filter(({ name }) => mayGrant(actor, 'USER', name))
  const grantedRoles = grantableRoles(actor, null).filter(isVendorRole)
  const staffRoles = [
    ...grantedRoles.filter((role) => !last.includes(role)),
    ...last.filter((role) => mayGrant(actor, role, null)),
  ]
  const staff = staffRoles.length > 0
  const usual = (name: string) => (mayGrant(actor, 'USER', name) ? ['USER'] : [])
  const usualRoles: string[] = account ? usual(account.name) : []
  const initial = { email: '', fullName: '', account: account?.name ?? null, roles: usualRoles, jobTitle: '' }
  const [ofStaff, setOfStaff] = useState(false)
  const form = useContractForm(createUser.body, initial)
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  const [confirmDomain, setConfirmDomain] = useState(false)
  const where = form.values.account ?? (ofStaff ? STAFF : null)
  const roles: Role[] = where === STAFF ? staffRoles : where ? grantableRoles(actor, where) : []
  const send = useMutationOf(createUser, {
    refreshes: [listUsers],
    onSuccess: (_, { body }) => {
      toast({ title: t('sent'), detail: t('sentText', { email: body?.email ?? '' }) })
      onClose()
    },
    onProblem: (problem) => {
      if (problem.code === 'domain-unconfirmed') setUnconfirmed(true)
      applyServerErrors(form)(problem)
    },
  })
  return (
    <Modal opened centered size={480} title={t('title')} onClose={onClose} closeButtonProps={{ 'aria-label': close }}>
      <form
        className="form-stack"
        onSubmit={form.onSubmit(({ jobTitle, ...body }) =>
          send.mutate({ body: { ...body, jobTitle: jobTitle || null, ...(confirmDomain ? { confirmDomain } : {}) } }),
        )}
      >
        <p className="form-words">{t('text')}</p>
        <TextInput data-autofocus label={t('email')} type="email" autoComplete="off" {...form.getInputProps('email')} />
        {isUnconfirmed && (
          <Checkbox
            label={t('confirmDomain')}
            checked={confirmDomain}
            onChange={(event) => setConfirmDomain(event.currentTarget.checked)}
          />
        )}
        <TextInput label={t('fullName')} autoComplete="off" {...form.getInputProps('fullName')} />
        <TextInput label={t('jobTitle')} autoComplete="off" {...form.getInputProps('jobTitle')} />
        {account === null && (
          <Select
            label={t('account')}
            searchable
            comboboxProps={{ withinPortal: false }}
            withScrollArea={false}
            data={[
              ...everywhere.map(({ name, displayName }) => ({ value: name, label: displayName })),
              ...(staff ? [{ value: STAFF, label: t('staff') }] : []),
            ]}
            value={where}
            error={form.errors.account}
            onChange={(value) => {
              setOfStaff(value === STAFF)
              const name = value === STAFF ? null : value
              form.setValues({ account: name, roles: name ? usual(name) : [] })
            }}
          />
        )}
        <Checkbox.Group label={t('roles')} error={form.errors.roles} {...form.getInputProps('roles')}>
          <div className={classes.roles}>
            {roles.map((role) => (
              <Checkbox key={role} value={role} label={roleNames[role]} />
            ))}
          </div>
        </Checkbox.Group>
        <div className="form-actions">
          <Button
            type="submit"
            loading={send.isPending}
            blocked={form.values.roles.length === 0 ? t('notYet.roles') : undefined}
          >
            {t('send')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
