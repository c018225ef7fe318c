import { readPushKey } from '#features/messaging/web-push/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import type { CategorySetting } from '../contract/settings-shapes.ts'
import { readAnnouncementSettings, updateAnnouncementSettings } from '../contract.ts'
import classes from './inbox-page.module.css'
import { useText } from './text.ts'

type Kind = 'bell' | 'mail' | 'push'

/** Which categories are shown and come by mail; each switch saves at once. */
export function InboxSettings() {
  const t = useText()
  const { data } = useQueryOf(readAnnouncementSettings, { query: {} })
  const pushed = Boolean(useQueryOf(readPushKey, {}).data?.publicKey)
  const save = useMutationOf(updateAnnouncementSettings, { refreshes: [readAnnouncementSettings] })
  const nameOf = ({ name, subCategory }: CategorySetting) => (subCategory ? `${name} / ${subCategory}` : name)
  const sent = save.isPending ? save.variables.body.settings[0] : undefined
  // What was chosen is shown at once, and taken back if it cannot be saved.
  const isOn = (setting: CategorySetting, kind: Kind) =>
    (sent?.categoryId === setting.categoryId ? sent[kind] : undefined) ?? setting[kind]
  const box = (setting: CategorySetting, kind: Kind) => (
    <input
      type="checkbox"
      className={classes.settings}
      aria-label={t(`settings.${kind}Of`, { category: nameOf(setting) })}
      checked={isOn(setting, kind)}
      onChange={(event) =>
        save.mutate({
          query: {},
          body: { settings: [{ categoryId: setting.categoryId, [kind]: event.currentTarget.checked }] },
        })
      }
    />
  )
  return (
    <Card title={t('settings.title')} note={t('settings.note')} flush>
      {!data && <LoadingRows rows={4} />}
      {data && (
        <PlainTable
          label={t('settings.title')}
          rows={data.settings}
          id={({ categoryId }) => categoryId}
          columns={[
            { id: 'category', label: t('settings.category'), cell: nameOf },
            { id: 'bell', label: t('settings.bell'), width: 6, cell: (setting) => box(setting, 'bell') },
            ...(pushed
              ? [
                  {
                    id: 'push',
                    label: t('settings.push'),
                    width: 6,
                    cell: (setting: CategorySetting) => box(setting, 'push'),
                  },
                ]
              : []),
            { id: 'mail', label: t('settings.mail'), width: 6, cell: (setting) => box(setting, 'mail') },
          ]}
        />
      )}
    </Card>
  )
}
