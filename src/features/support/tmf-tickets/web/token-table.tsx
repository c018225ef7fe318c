import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { Age } from '#kit/web/time/age.tsx'
import type { AccountToken } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './exchange.module.css'
import { RevokeToken } from './revoke-token.tsx'

/** The tokens of an account. */
export function TokenTable({ account, tokens }: { account: string; tokens: readonly AccountToken[] }) {
  const t = useText()
  return (
    <div>
      <h3>{t('tokens')}</h3>
      {tokens.length === 0 ? (
        <p className={classes.quiet}>{t('noTokens')}</p>
      ) : (
        <PlainTable
          label={t('tokens')}
          id={({ id }) => id}
          rows={tokens}
          columns={[
            { id: 'name', label: t('name'), cell: ({ name }) => <span translate="no">{name}</span> },
            {
              id: 'rights',
              label: t('rights'),
              cell: ({ rights }) => rights.map((right) => t(`rightShort.${right}`)).join(', '),
            },
            {
              id: 'by',
              label: t('createdBy'),
              wide: true,
              cell: ({ createdBy }) => <span translate="no">{createdBy}</span>,
            },
            {
              id: 'used',
              label: t('lastUsed'),
              width: 7,
              cell: ({ lastUsedAt }) => (lastUsedAt ? <Age at={lastUsedAt} /> : t('never')),
            },
            {
              id: 'revoke',
              label: t('revoke'),
              width: 4,
              quiet: true,
              cell: (token) => <RevokeToken account={account} token={token} />,
            },
          ]}
        />
      )}
    </div>
  )
}
