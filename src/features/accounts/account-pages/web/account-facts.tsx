import { type Account, listMyAccounts } from '#features/accounts/accounts/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { countryName } from '#kit/web/text/country.ts'
import { useText } from '../texts.ts'

/** The facts of an account, for users who may not write it; child accounts only as far as they see them. */
export function AccountFacts({ account }: { account: Account }) {
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
