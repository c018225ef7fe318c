import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconSearch } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { Parts } from '#kit/web/parts.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useListState } from '#kit/web/table/list-state.ts'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { matchesWords } from '#kit/web/text/matches-words.ts'
import { listSettings, type PortalSetting } from '../contract.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import { settingSections } from './places.ts'
import { SettingDetail } from './setting-detail.tsx'
import { SettingRow } from './setting-row.tsx'
import { sectionIn, settingSectionNames, useSettingText } from './setting-text.ts'
import classes from './settings-page.module.css'
import { useSettingChanges } from './use-setting-changes.ts'

/** Every value of the portal that administrators change, with its origin; each section saves alone, or all together. */
export function SettingsPage() {
  const query = useQueryOf(listSettings, {})
  return (
    <QueryView query={query} page rows={10}>
      {(data) => <Settings settings={data._embedded.settings} version={data.version} />}
    </QueryView>
  )
}

const filters = ['all', 'here', 'locked', 'unsaved'] as const
type Filter = (typeof filters)[number]

function Settings({ settings, version }: { settings: readonly PortalSetting[]; version: number }) {
  const t = useText()
  const label = useLabel()
  const changes = useSettingChanges(settings, version)
  const state = useListState({ filters: ['q'], sort: '' })
  const [filter, setFilter] = useState<Filter>('all')
  const [openKey, setOpenKey] = useState<string>()
  const search = state.filters.q?.join(' ') ?? ''
  const matches = useSearch(search)
  const passes: Record<Filter, (setting: PortalSetting) => boolean> = {
    all: () => true,
    here: ({ source }) => source === 'HERE',
    locked: ({ source }) => source === 'ENVIRONMENT',
    unsaved: changes.isUnsaved,
  }
  const count = (name: Filter) => settings.filter(passes[name]).length
  const shownSettings = settings.filter((setting) => passes[filter](setting) && matches(setting))
  const openedSetting = settings.find(({ key }) => key === openKey)
  useKeys([
    {
      combo: 'mod+s',
      label: t('save'),
      group: label('page'),
      run: (event) => {
        event.preventDefault()
        changes.save()
      },
    },
  ])
  return (
    <Page>
      <PageHeader
        title={label('page')}
        note={t('note', { count: settings.length, here: count('here'), locked: count('locked') })}
      />
      <div className={classes.tools}>
        <SearchField state={state} label={t('find')} />
        <SegmentedControl
          small
          aria-label={t('show')}
          options={filters.map((value) => ({ value, label: `${t(`filter.${value}`)} ${count(value)}` }))}
          value={filter}
          onChange={setFilter}
        />
        <span className={classes.order}>{t('order')}</span>
      </div>
      <div className={classes.columns} data-open={openedSetting ? true : undefined}>
        <div className={classes.main}>
          {shownSettings.length === 0 ? (
            <EmptyState colour="grey" icon={<IconSearch size={22} aria-hidden />} title={t('none')}>
              {t('noneText')}
            </EmptyState>
          ) : (
            <SettingList shown={shownSettings} changes={changes} openKey={openKey} onOpen={setOpenKey} />
          )}
          <Foot changes={changes} />
        </div>
        {openedSetting && (
          <SettingDetail
            setting={openedSetting}
            onUse={(value) => changes.set(openedSetting, value)}
            onClose={() => setOpenKey(undefined)}
          />
        )}
      </div>
      <Parts place={settingSections} search={search} />
    </Page>
  )
}

/** Whether a setting has all the words typed, in its name, purpose, section, or key. */
function useSearch(typedWords: string): (setting: PortalSetting) => boolean {
  const texts = useSettingText()
  return (setting) => {
    const section = texts.sectionOf(sectionIn(setting))
    return matchesWords(typedWords, [
      texts.nameOf(setting),
      texts.purposeOf(setting),
      section,
      setting.key,
      setting.variable,
    ])
  }
}

function SettingList(props: {
  shown: readonly PortalSetting[]
  changes: ReturnType<typeof useSettingChanges>
  openKey: string | undefined
  onOpen: (key: string | undefined) => void
}) {
  const t = useText()
  const texts = useSettingText()
  const { shown: shownSettings, changes, openKey, onOpen } = props
  const sections = settingSectionNames.filter((section) =>
    shownSettings.some((setting) => sectionIn(setting) === section),
  )
  return (
    <div className={classes.list}>
      <div className={classes.head} aria-hidden>
        <span>{t('setting')}</span>
        <span>{t('value')}</span>
        <span>{t('default')}</span>
        <span>{t('origin')}</span>
      </div>
      {sections.map((section) => {
        const members = shownSettings.filter((setting) => sectionIn(setting) === section)
        return (
          <section key={section} aria-label={texts.sectionOf(section)}>
            <div className={classes.section}>
              <h2>
                {texts.sectionOf(section)} <span>{t('count', { count: members.length })}</span>
              </h2>
              <SectionActions section={section} members={members} changes={changes} />
            </div>
            <ul>
              {members.map((setting) => (
                <SettingRow
                  key={setting.key}
                  setting={setting}
                  changes={changes}
                  open={setting.key === openKey}
                  onOpen={() => onOpen(setting.key === openKey ? undefined : setting.key)}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

/** Saves or discards the changes of one section alone. */
function SectionActions(props: {
  section: string
  members: readonly PortalSetting[]
  changes: ReturnType<typeof useSettingChanges>
}) {
  const t = useText()
  const texts = useSettingText()
  const { section, members, changes } = props
  const unsavedSettings = members.filter(changes.isUnsaved)
  if (unsavedSettings.length === 0) return null
  const name = texts.sectionOf(section)
  return (
    <span className={classes.sectionActions}>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('discardSection', { section: name })}
        onClick={() => changes.discard(unsavedSettings)}
      >
        {t('discard')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        loading={changes.saving}
        aria-label={t('saveSection', { section: name })}
        onClick={() => changes.save(unsavedSettings)}
      >
        {t('saveCount', { count: unsavedSettings.length })}
      </Button>
    </span>
  )
}

function Foot({ changes }: { changes: ReturnType<typeof useSettingChanges> }) {
  const t = useText()
  return (
    <div className={classes.foot}>
      <p role="status">{changes.count > 0 ? t('changes', { count: changes.count }) : t('unchanged')}</p>
      <Button variant="default" disabled={changes.count === 0} onClick={() => changes.discard()}>
        {t('discard')}
      </Button>
      <Button
        disabled={changes.count === 0}
        loading={changes.saving}
        rightSection={<Shortcut combo="mod+s" />}
        onClick={() => changes.save()}
      >
        {t('save')}
      </Button>
    </div>
  )
}
