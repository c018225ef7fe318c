import { type MailTime, mailTimes } from '#features/messaging/delivery-times/contract.ts'
import { readPushKey } from '#features/messaging/web-push/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import type { CategoryChange, CategorySetting, NotificationHours } from '../contract/settings-shapes.ts'
import { readAnnouncementSettings, updateAnnouncementSettings } from '../contract.ts'
import { useText } from '../texts.ts'
import { categoryName } from './category-name.ts'
import { HoursFields } from './hours-fields.tsx'
import classes from './inbox-page.module.css'

type Kind = 'bell' | 'mail' | 'push'

/** Which categories are shown and come by mail, and when; each change is saved at once. */
export function InboxSettings() {
  const t = useText()
  const query = useQueryOf(readAnnouncementSettings, { query: {} })
  const pushed = Boolean(useQueryOf(readPushKey, {}).data?.publicKey)
  const save = useMutationOf(updateAnnouncementSettings, { refreshes: [readAnnouncementSettings] })
  // What was chosen is shown at once, and taken back if it cannot be saved.
  const sent = save.isPending ? save.variables.body : undefined
  const shown = (setting: CategorySetting): CategorySetting => {
    const change = sent?.settings?.[0]
    return change?.categoryId === setting.categoryId ? { ...setting, ...(change as Partial<CategorySetting>) } : setting
  }
  const change = (setting: CategorySetting, choice: Omit<CategoryChange, 'categoryId'>) =>
    save.mutate({ query: {}, body: { settings: [{ categoryId: setting.categoryId, ...choice }] } })
  const changeHours = (hours: NotificationHours) => save.mutate({ query: {}, body: { hours } })
  const box = (setting: CategorySetting, kind: Kind) => (
    <input
      type="checkbox"
      className={classes.settings}
      aria-label={t(`settings.${kind}Of`, { category: categoryName(setting) })}
      checked={shown(setting)[kind]}
      onChange={(event) => change(setting, { [kind]: event.currentTarget.checked })}
    />
  )
  const mail = (setting: CategorySetting) => (
    <div className={classes.mail}>
      {box(setting, 'mail')}
      {shown(setting).mail && (
        <Select
          size="xs"
          allowDeselect={false}
          aria-label={t('settings.whenOf', { category: categoryName(setting) })}
          data={mailTimes.map((value) => ({ value, label: t(`settings.${value}`) }))}
          value={shown(setting).mailWhen}
          onChange={(mailWhen) => mailWhen && change(setting, { mailWhen: mailWhen as MailTime })}
        />
      )}
    </div>
  )
  return (
    <>
      <Card title={t('settings.title')} note={t('settings.note')} flush>
        <QueryView query={query} rows={4}>
          {(data) => (
            <PlainTable
              label={t('settings.title')}
              rows={data.settings}
              id={({ categoryId }) => categoryId}
              columns={[
                { id: 'category', label: t('settings.category'), cell: categoryName },
                { id: 'bell', label: t('settings.bell'), width: 5, cell: (setting) => box(setting, 'bell') },
                ...(pushed
                  ? [
                      {
                        id: 'push',
                        label: t('settings.push'),
                        width: 5,
                        cell: (setting: CategorySetting) => box(setting, 'push'),
                      },
                    ]
                  : []),
                { id: 'mail', label: t('settings.mail'), width: 13, cell: mail },
              ]}
            />
          )}
        </QueryView>
      </Card>
      {query.data && (
        <HoursFields hours={sent?.hours ?? query.data.hours} timeZone={query.data.timeZone} onChange={changeHours} />
      )}
    </>
  )
}
