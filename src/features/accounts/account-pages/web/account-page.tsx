import { useNavigate } from '@tanstack/react-router'
import {
  type Account,
  accountChanged,
  changeLogos,
  deleteAccounts,
  federateAccounts,
  listAccounts,
  listMyAccounts,
  manageAccountTokens,
  readAccount,
  requireMfa,
  updateAccount,
  updateAccounts,
} from '#features/accounts/accounts/contract.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { applyServerErrors } from '#kit/web/form/use-contract-form.ts'
import { useStored } from '#kit/web/form/use-stored.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { Parts } from '#kit/web/parts.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { accountsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { AccountFacts } from './account-facts.tsx'
import { AccountForm } from './account-form.tsx'
import classes from './account-page.module.css'
import { accountValues, sentOf, useAccountForm } from './account-values.ts'
import { CsmCard } from './csm-card.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { FederationCard } from './federation-card.tsx'
import { useLabel } from './label.ts'
import { LogoCard } from './logo-card.tsx'
import { MfaCard } from './mfa-card.tsx'
import { accountContacts, accountExchange, accountLimits } from './places.ts'

/** The settings of one account: each part for those who may change it, facts for all others. */
export function AccountPage() {
  const t = useText()
  const label = useLabel()
  const chosen = useAccount()
  const navigate = useNavigate()
  const query = useQueryOf(readAccount, { params: { id: chosen?.id ?? '' } }, { enabled: chosen !== null })
  useTopic(accountChanged, {}, (events) => {
    if (!events || events.id === chosen?.id) void refresh(readAccount)
  })
  const name = chosen?.name
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
    onSuccess: (kept) => {
      adopt(kept)
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
