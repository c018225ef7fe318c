import { useQueryOf } from '#kit/web/data/query.ts'
import { leavingAddress, outsideAddress } from '#kit/web/links/leaving-address.ts'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { commonConfigTypes, listCommonConfigs } from '../contract.ts'
import { useText } from '../texts.ts'

/** The common links on the dashboard of an account; nothing while none is set. */
export function CommonLinksCard() {
  const t = useText()
  const { trustedLinkHosts } = useMe()
  const configs = useQueryOf(listCommonConfigs, {}).data?._embedded.configs ?? []
  if (configs.length === 0) return null
  return (
    <Card title={t('title')}>
      <DescriptionList
        lines={commonConfigTypes.map((type) => {
          const url = configs.find((config) => config.type === type)?.url
          return [
            t(`type.${type}`),
            url && (
              <a href={leavingAddress(url, { own: location.host, trusted: trustedLinkHosts }) ?? url}>
                {outsideAddress(url)?.host ?? url}
              </a>
            ),
          ]
        })}
      />
    </Card>
  )
}
