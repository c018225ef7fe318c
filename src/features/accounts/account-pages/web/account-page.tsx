import { Checkbox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type Account,
  accountChanged,
  changeLogos,
  deleteAccount,
  deleteAccounts,
  federateAccounts,
  listAccounts,
  listDeletedAccounts,
  listMyAccounts,
  manageAccountTokens,
  readAccount,
  requireMfa,
  setMultifactor,
  updateAccount,
  updateAccounts,
} from '#features/accounts/accounts/contract.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { applyServerErrors } from '#kit/web/form/use-contract-form.ts'
import { useStored } from '#kit/web/form/use-stored.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { Parts } from '#kit/web/parts.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { countryName } from '#kit/web/text/country.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { accountsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { AccountForm } from './account-form.tsx'
import classes from './account-page.module.css'
import { accountValues, sentOf, useAccountForm } from './account-values.ts'
import { CsmCard } from './csm-card.tsx'
import { FederationCard } from './federation-card.tsx'
import { useLabel } from './label.ts'
import { LogoCard } from './logo-card.tsx'
import { accountContacts, accountExchange, accountLimits } from './places.ts'

/** The settings of one account: each part for those who may change it, facts for all others. */
export function AccountPage() {
  const t = useText()
  const label = useLabel()
  const chosenAccount = useAccount()
  const navigate = useNavigate()
  const query = useQueryOf(
    readAccount,
    { params: { id: chosenAccount?.id ?? '' } },
    { enabled: chosenAccount !== null },
  )
  useTopic(accountChanged, {}, (events) => {
    if (!events || events.id === chosenAccount?.id) void refresh(readAccount)
  })
  const name = chosenAccount?.name
  const mayUpdate = useAllows(updateAccounts, name)
  const mayFederate = useAllows(federateAccounts, name)
  const mayDelete = useAllows(deleteAccounts, name)
  const mayRequire = useAllows(requireMfa, name)
  const mayExchange = useAllows(manageAccountTokens, name)
  const mayLogo = useAllows(changeLogos, name)
  return (
    <QueryView query={query} page rows={8}>
      {(data) => {
        const every = [
          {
            id: 'profile',
            wide: true,
            content: mayUpdate ? <Edit key={data.id} account={data} /> : <AccountFacts account={data} />,
          },
          {
            id: 'structure',
            wide: true,
            content: mayFederate && <FederationCard key={`${data.parentAccount}`} account={data} />,
          },
          {
            id: 'exchange',
            wide: true,
            content: mayExchange && <Parts place={accountExchange} account={data.name} />,
          },
          {
            id: 'contacts',
            wide: false,
            content: (
              <>
                <CsmCard account={data} />
                <Parts place={accountContacts} />
              </>
            ),
          },
          { id: 'security', wide: false, content: mayRequire && <MfaCard account={data} /> },
          {
            id: 'limits',
            wide: false,
            content: data.planFacets && <Parts place={accountLimits} account={data} />,
          },
          { id: 'logo', wide: false, content: mayLogo && <LogoCard account={data} /> },
          {
            id: 'deletion',
            wide: false,
            content: mayDelete && <DeleteAccount account={data} onGone={() => void navigate({ to: accountsPath() })} />,
          },
        ] as const
        const sections = every.filter(({ content }) => content)
        return (
          <Page>
            <PageHeader title={data.displayName} note={label('profile')} />
            <div className={classes.columns}>
              <nav className={classes.sections} aria-label={t('section.label')}>
                {sections.map(({ id }) => (
                  <a key={id} href={`#${id}`}>
                    {t(`section.${id}`)}
                  </a>
                ))}
              </nav>
              {[true, false].map((wide) => (
                <div key={wide ? 'main' : 'side'} className={wide ? classes.main : classes.side}>
                  {sections
                    .filter((section) => section.wide === wide)
                    .map(({ id, content }) => (
                      <section key={id} id={id} aria-label={t(`section.${id}`)} className={classes.section}>
                        {content}
                      </section>
                    ))}
                </div>
              ))}
            </div>
          </Page>
        )
      }}
    </QueryView>
  )
}

function Edit({ account }: { account: Account }) {
  const t = useText()
  const form = useAccountForm(account)
  const { version, adopt } = useStored(form, account, accountValues)
  const save = useMutationOf(updateAccount, {
    refreshes: [readAccount, listAccounts, listMyAccounts],
    onProblem: applyServerErrors(form),
    onSuccess: (savedAccount) => {
      adopt(savedAccount)
      toast({ title: t('form.saved') })
    },
  })
  return (
    <AccountForm
      form={form}
      account={account}
      action={t('form.save')}
      busy={save.isPending}
      onSubmit={({ name: _, ...values }) =>
        save.mutate({ params: { id: account.id }, query: {}, body: sentOf(values), version })
      }
    />
  )
}

/** Whether all users of the account need a second factor; saved at once. */
function MfaCard({ account }: { account: Account }) {
  const t = useText()
  const set = useMutationOf(setMultifactor, {
    refreshes: [readAccount],
    onSuccess: ({ enabled }) => toast({ title: t(enabled ? 'mfa.on' : 'mfa.off') }),
  })
  return (
    <Card title={t('mfa.title')}>
      <Checkbox
        label={t('mfa.label')}
        checked={account.requiresMfa}
        disabled={set.isPending}
        onChange={(event) =>
          set.mutate({ params: { accountName: account.name }, query: { enabled: event.currentTarget.checked } })
        }
      />
    </Card>
  )
}

/** The facts of an account, for users who may not write it; child accounts only as far as they see them. */
function AccountFacts({ account }: { account: Account }) {
  const t = useText()
  const seen = useQueryOf(listMyAccounts, {}).data?._embedded.accounts ?? []
  const parent = seen.find(({ name }) => name === account.parentAccount)?.displayName ?? account.parentAccount
  const children = seen.filter(({ parentAccount }) => parentAccount === account.name)
  const lines: [string, string | null][] = [
    [t('form.name'), account.name],
    [t('form.accountType'), t(`accountType.${account.accountType}`)],
    [t('form.stage'), t(`stage.${account.stage}`)],
    [t('form.region'), t(`region.${account.region}`)],
    [t('form.country'), account.country && countryName(account.country)],
    [t('form.city'), account.city],
    [t('form.address'), account.address],
    [t('form.timeZone'), account.timeZone],
    [t('federation.parent'), parent],
    [t('federation.children'), children.map(({ displayName }) => displayName).join(', ') || null],
    [t('form.crmId'), account.crmId],
    [t('form.description'), account.description],
  ]
  return (
    <Card title={t('form.who')}>
      <DescriptionList lines={lines} />
    </Card>
  )
}

/** Deletes the account, once its name has been typed. */
function DeleteAccount({ account, onGone }: { account: Account; onGone: () => void }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const { id, name, displayName, version } = account
  const remove = useMutationOf(deleteAccount, {
    refreshes: [listAccounts, listMyAccounts, listDeletedAccounts],
    onSuccess: () => {
      toast({ title: t('delete.done', { name: displayName }) })
      onGone()
    },
  })
  return (
    <div className="form-actions">
      <Button variant="outline" color="red" onClick={() => setAsking(true)}>
        {t('delete.button')}
      </Button>
      <Confirm
        opened={asking}
        title={t('delete.title', { name: displayName })}
        action={t('delete.button')}
        colour="red"
        typed={name}
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ params: { id }, version })}
      >
        {t('delete.text')}
      </Confirm>
    </div>
  )
}
