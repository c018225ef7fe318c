import { Checkbox, Switch, TextInput } from '@mantine/core'
import { updateUsers } from '#features/users/managed-users/contract.ts'
import {
  listUsers,
  readUser,
  subscriptionKinds,
  type User,
  updateUser,
} from '#features/users/user-management/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { useStored } from '#kit/web/form/use-stored.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { useAccountScope } from './use-account-scope.ts'
import classes from './user-page.module.css'

/** The user's profile and mail subscriptions; saved together, rejected when another user was faster. */
export function ProfileCard({ user }: { user: User }) {
  const t = useText()
  const { within } = useAccountScope()
  const may = useAllows(updateUsers, within?.name)
  const form = useContractForm(updateUser.body, profileOf(user))
  const { version, adopt } = useStored(form, user, profileOf)
  const save = useMutationOf(updateUser, {
    refreshes: [readUser, listUsers],
    onSuccess: (savedUser) => {
      const hasAskedAddress = form.values.email !== savedUser.username
      adopt(savedUser)
      toast({ title: t('done.saved'), ...(hasAskedAddress ? { detail: t('done.emailAsked') } : {}) })
    },
    onProblem: applyServerErrors(form),
  })
  const field = (name: 'fullName' | 'email' | 'jobTitle' | 'phone' | 'managerEmail') => {
    const { value, onChange, ...rest } = form.getInputProps(name)
    return (
      <TextInput
        label={t(`profile.${name}`)}
        disabled={!may}
        autoComplete="off"
        {...rest}
        value={value ?? ''}
        onChange={(event) =>
          onChange(event.currentTarget.value || (name === 'fullName' || name === 'email' ? '' : null))
        }
      />
    )
  }
  return (
    <Card title={t('profile.title')} note={t('profile.note')}>
      <form onSubmit={form.onSubmit((body) => save.mutate({ params: { id: user.id }, body, version }))}>
        <div className={classes.fields}>
          {field('fullName')}
          {field('email')}
          {field('jobTitle')}
          {field('phone')}
          {field('managerEmail')}
          <Checkbox.Group
            className={classes.wide}
            label={t('profile.subscriptions')}
            {...form.getInputProps('subscriptions')}
          >
            <div className={classes.row}>
              {subscriptionKinds.map((kind) => (
                <Checkbox key={kind} value={kind} label={t(`profile.${kind}`)} disabled={!may} />
              ))}
            </div>
          </Checkbox.Group>
          <Switch
            size="sm"
            label={t('profile.notificationBlocking')}
            disabled={!may}
            {...form.getInputProps('notificationBlocking', { type: 'checkbox' })}
          />
          <Switch
            size="sm"
            label={t('profile.increaseFontSize')}
            disabled={!may}
            {...form.getInputProps('increaseFontSize', { type: 'checkbox' })}
          />
        </div>
        {form.isDirty() && (
          <div className={classes.foot}>
            <Button variant="default" onClick={() => form.reset()}>
              {t('profile.discard')}
            </Button>
            <Button type="submit" variant="light" loading={save.isPending}>
              {t('profile.save')}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}

function profileOf(user: User) {
  return {
    fullName: user.fullName,
    email: user.username,
    jobTitle: user.jobTitle ?? null,
    phone: user.phone ?? null,
    managerEmail: user.managerEmail ?? null,
    subscriptions: user.subscriptions ?? [],
    notificationBlocking: user.notificationBlocking ?? false,
    increaseFontSize: user.increaseFontSize ?? false,
  }
}
