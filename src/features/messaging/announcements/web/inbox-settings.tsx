import { Switch } from '@mantine/core'
import { Suspense } from 'react'
import type { GroupChange, GroupSetting } from '#features/messaging/notifications/contract.ts'
import { readPushKey } from '#features/messaging/web-push/contract.ts'
import { PushCard } from '#features/messaging/web-push/web/index.ts'
import { channelChoices, type NotificationChannel, notificationChannels } from '#kit/contract/notification-channels.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { IconLock } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import type {
  AnnouncementSettings,
  CategoryChange,
  CategorySetting,
  NotificationHours,
} from '../contract/settings-shapes.ts'
import { readAnnouncementSettings, updateAnnouncementSettings } from '../contract.ts'
import { useText } from '../texts.ts'
import { categoryName } from './category-name.ts'
import { HoursFields } from './hours-fields.tsx'
import classes from './inbox-page.module.css'

/** One line of the settings: a group of notifications or a category of announcements, with what each channel does. */
type Line = {
  readonly id: string
  readonly name: string
  readonly note?: string
  readonly required: boolean
  readonly choices: GroupSetting['choices']
  change(choices: Omit<GroupChange, 'group'>): void
}

/** What the user is notified of, over which channels and when; each change is saved at once. */
export function InboxSettings() {
  const query = useQueryOf(readAnnouncementSettings, { query: {} })
  return (
    <QueryView query={query} rows={8}>
      {(data) => <Settings data={data} />}
    </QueryView>
  )
}

function Settings({ data }: { data: AnnouncementSettings }) {
  const t = useText()
  const pushed = Boolean(useQueryOf(readPushKey, {}).data?.publicKey)
  const save = useMutationOf(updateAnnouncementSettings, { refreshes: [readAnnouncementSettings] })
  // What was chosen is shown at once, and taken back if it cannot be saved.
  const sent = save.isPending ? save.variables.body : undefined
  const groups = data.groups.map(({ group, text, note, required, choices }): Line => {
    const change = sent?.groups?.find((one) => one.group === group)
    return {
      id: group,
      name: text,
      note,
      required,
      choices: { ...choices, ...(change as Partial<GroupSetting['choices']>) },
      change: (chosen) => save.mutate({ query: {}, body: { groups: [{ group, ...chosen }] } }),
    }
  })
  const categories = data.settings.map((setting): Line => {
    const change = sent?.settings?.find(({ categoryId }) => categoryId === setting.categoryId)
    return {
      id: setting.categoryId,
      name: categoryName(setting),
      required: false,
      choices: choicesOf({ ...setting, ...(change as Partial<CategorySetting>) }),
      change: (chosen) =>
        save.mutate({ query: {}, body: { settings: [{ categoryId: setting.categoryId, ...changeOf(chosen) }] } }),
    }
  })
  return (
    <>
      <Card title={t('settings.groups')} note={t('settings.groupsNote')} flush>
        <SettingsTable label={t('settings.groups')} rows={groups} pushed={pushed} />
      </Card>
      <Card title={t('settings.title')} note={t('settings.note')} flush>
        <SettingsTable label={t('settings.title')} rows={categories} pushed={pushed} />
      </Card>
      <HoursFields
        hours={sent?.hours ?? data.hours}
        timeZone={data.timeZone}
        onChange={(hours: NotificationHours) => save.mutate({ query: {}, body: { hours } })}
      />
      <Suspense>
        <PushCard />
      </Suspense>
    </>
  )
}

/** The switches of a category as the choices of its channels, and back. */
function choicesOf({ bell, mail, mailWhen, push }: CategorySetting): Line['choices'] {
  return { inbox: bell ? 'ON' : 'OFF', mail: mail ? mailWhen : 'OFF', push: push ? 'ON' : 'OFF' }
}
function changeOf({ inbox, mail, push }: Omit<GroupChange, 'group'>): Omit<CategoryChange, 'categoryId'> {
  return {
    ...(inbox && { bell: inbox === 'ON' }),
    ...(push && { push: push === 'ON' }),
    ...(mail && (mail === 'OFF' ? { mail: false } : { mail: true, mailWhen: mail })),
  }
}

function SettingsTable({ label, rows, pushed }: { label: string; rows: readonly Line[]; pushed: boolean }) {
  const t = useText()
  return (
    <PlainTable
      label={label}
      rows={rows}
      id={({ id }) => id}
      columns={[
        {
          id: 'name',
          label: t('settings.category'),
          cell: ({ name, note }) => (
            <span className={classes.named}>
              <strong>{name}</strong>
              {note && <span>{note}</span>}
            </span>
          ),
        },
        ...notificationChannels
          .filter((channel) => channel !== 'push' || pushed)
          .map((channel) => ({
            id: channel,
            label: t(`settings.${channel}`),
            width: isOnOff(channel) ? 5 : 11,
            cell: (line: Line) => <Choice channel={channel} line={line} />,
          })),
      ]}
    />
  )
}

/** Whether a channel has nothing to choose but on and off. */
function isOnOff(channel: NotificationChannel): boolean {
  return channelChoices[channel].length === 2
}

/** What the channel does for a line: a switch, or a list where there is more to choose. */
function Choice({ channel, line }: { channel: NotificationChannel; line: Line }) {
  const t = useText()
  const { name, required, choices, change } = line
  const label = t(`settings.${channel}Of`, { name })
  if (required)
    return isOnOff(channel) ? <IconLock size={16} aria-label={t('settings.always')} /> : t('settings.always')
  const choose = (value: string | null) => {
    const choice = channelChoices[channel].find((one) => one === value)
    if (choice) change({ [channel]: choice })
  }
  return isOnOff(channel) ? (
    <Switch
      size="sm"
      aria-label={label}
      checked={choices[channel] === 'ON'}
      onChange={({ currentTarget: { checked } }) => choose(checked ? 'ON' : 'OFF')}
    />
  ) : (
    <Select
      size="xs"
      allowDeselect={false}
      aria-label={label}
      data={channelChoices[channel].map((value) => ({ value, label: t(`settings.${value}`) }))}
      value={choices[channel]}
      onChange={choose}
    />
  )
}
