import { useState } from 'react'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  allowDomain,
  confirmFreeMail,
  disallowDomain,
  forbidDomain,
  listAllowedDomains,
  listForbiddenDomains,
  manageForbidden,
  unforbidDomain,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { DomainList } from './domain-list.tsx'
import { DomainProof } from './domain-proof.tsx'
import classes from './domains-page.module.css'
import { useLabel } from './label.ts'

/** Domains of admitted addresses: allowed per account, and forbidden everywhere. */
export function DomainsPage() {
  const t = useText()
  const label = useLabel()
  return (
    <Page>
      <PageHeader title={label('domains')} note={t('page.note')} />
      <div className={classes.page}>
        <AllowedDomains />
        {useAllows(manageForbidden) && <ForbiddenDomains />}
      </div>
    </Page>
  )
}

function AllowedDomains() {
  const t = useText()
  const { query, put } = useUrlQuery<'account'>()
  const { account } = query
  const result = useQueryOf(listAllowedDomains, {})
  const settings = { refreshes: [listAllowedDomains] }
  const mayConfirm = useAllows(confirmFreeMail)
  const [unconfirmedDomain, setUnconfirmedDomain] = useState<string>()
  const add = useMutationOf(allowDomain, {
    ...settings,
    onProblem(problem, { body }) {
      if (problem.code === 'domain-free-mail' && mayConfirm) setUnconfirmedDomain(body.email)
      else showError(problem)
    },
  })
  const remove = useMutationOf(disallowDomain, settings)
  return (
    <QueryView query={result} rows={4}>
      {({ _embedded: { portalWhitelistDtoList: lists } }) => {
        const list = lists.find((one) => one.account === account)
        return (
          <Card title={t('page.allowed')} note={t('page.allowedNote')}>
            <div className={classes.page}>
              <Select
                label={t('page.account')}
                placeholder={t('page.choose')}
                searchable
                clearable
                limit={60}
                withScrollArea={false}
                comboboxProps={{ withinPortal: false }}
                data={lists.map(({ account: value, displayName }) => ({ value, label: displayName }))}
                value={list?.account ?? null}
                onChange={(value) => put({ account: value ?? undefined })}
              />
              {!list && (
                <ul className={classes.accounts} aria-label={t('page.allowed')}>
                  {lists.map(({ account: name, displayName, whitelistedDomains }) => (
                    <li key={name}>
                      <button type="button" onClick={() => put({ account: name }, 'step')}>
                        <Monogram name={displayName} size={20} />
                        <strong className="el">{displayName}</strong>
                        <span className="el">{whitelistedDomains.join(', ') || t('page.noDomains')}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              )}
              {list?.selfJoin && <p>{t('page.selfJoin')}</p>}
              {list && (
                <DomainList
                  key={list.account}
                  domains={list.whitelistedDomains}
                  account={list.account}
                  previews="remove"
                  beside={(domain) => (
                    <DomainProof
                      account={list.account}
                      domain={domain}
                      proof={list.proofs.find((proof) => proof.domain === domain)}
                    />
                  )}
                  add={(email) => add.mutateAsync({ params: { account: list.account }, body: { email } })}
                  remove={(domain) => remove.mutateAsync({ params: { account: list.account, domain } })}
                />
              )}
              {list && unconfirmedDomain && (
                <Confirm
                  opened
                  title={t('freeMail.title', { domain: unconfirmedDomain })}
                  action={t('freeMail.button')}
                  colour="orange"
                  busy={add.isPending}
                  onClose={() => setUnconfirmedDomain(undefined)}
                  onConfirm={() =>
                    add.mutate(
                      { params: { account: list.account }, body: { email: unconfirmedDomain, confirm: true } },
                      { onSuccess: () => setUnconfirmedDomain(undefined) },
                    )
                  }
                >
                  <p>{t('freeMail.text', { domain: unconfirmedDomain })}</p>
                </Confirm>
              )}
            </div>
          </Card>
        )
      }}
    </QueryView>
  )
}

function ForbiddenDomains() {
  const t = useText()
  const query = useQueryOf(listForbiddenDomains, {})
  const settings = { refreshes: [listForbiddenDomains] }
  const add = useMutationOf(forbidDomain, settings)
  const remove = useMutationOf(unforbidDomain, settings)
  return (
    <QueryView query={query} rows={4}>
      {(data) => (
        <Card title={t('page.forbidden')} note={t('page.forbiddenNote')}>
          <DomainList
            domains={data.blacklistedDomains}
            previews="add"
            add={(email) => add.mutateAsync({ body: { email } })}
            remove={(domain) => remove.mutateAsync({ params: { domain } })}
          />
        </Card>
      )}
    </QueryView>
  )
}
