import { useNavigate } from '@tanstack/react-router'
import { createAccount, listAccounts, listMyAccounts } from '#features/accounts/accounts/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { applyServerErrors } from '#kit/web/form/use-contract-form.ts'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { accountsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { AccountForm } from './account-form.tsx'
import classes from './account-page.module.css'
import { sentOf, useAccountForm } from './account-values.ts'
import { useLabel } from './label.ts'

/** Creates an account at once, without a request. */
export function NewAccountPage() {
  const t = useText()
  const label = useLabel()
  const navigate = useNavigate()
  const form = useAccountForm()
  const make = useMutationOf(createAccount, {
    refreshes: [listAccounts, listMyAccounts],
    onProblem: applyServerErrors(form),
    onSuccess: ({ displayName: name }) => {
      form.dropDraft()
      toast({ title: t('form.made', { name }) })
      void navigate({ to: accountsPath() })
    },
  })
  return (
    <Page>
      <PageHeader title={label('new')} />
      <div className={classes.sectioned}>
        <nav className={classes.sections} aria-label={t('section.label')}>
          {(['who', 'where'] as const).map((id) => (
            <a key={id} href={`#${id}`}>
              {t(`form.${id}`)}
            </a>
          ))}
        </nav>
        <AccountForm
          form={form}
          naming
          action={t('form.make')}
          busy={make.isPending}
          onSubmit={({ name, ...values }) => make.mutate({ query: {}, body: { name: name.trim(), ...sentOf(values) } })}
        />
      </div>
    </Page>
  )
}
