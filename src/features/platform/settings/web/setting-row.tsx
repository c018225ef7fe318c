import { IconArrowBackUp, IconLock, IconPencil } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import type { PortalSetting } from '../contract.ts'
import { useText } from '../texts.ts'
import { SettingControl } from './setting-control.tsx'
import { useSettingText } from './setting-text.ts'
import classes from './settings-page.module.css'
import type { useSettingChanges } from './use-setting-changes.ts'

/** A setting: name and purpose, field, default, and where its value comes from. */
export function SettingRow(props: {
  setting: PortalSetting
  changes: ReturnType<typeof useSettingChanges>
  open: boolean
  onOpen: () => void
}) {
  const t = useText()
  const texts = useSettingText()
  const { setting, changes, open, onOpen } = props
  const unsaved = changes.isUnsaved(setting)
  return (
    <li className={classes.row} data-unsaved={unsaved || undefined}>
      <div className={classes.name}>
        <button type="button" aria-expanded={open} onClick={onOpen}>
          {texts.nameOf(setting)}
        </button>
        <span>{texts.purposeOf(setting)}</span>
      </div>
      <div className={classes.control}>
        <SettingControl
          setting={setting}
          value={changes.shown(setting)}
          error={changes.errors[setting.key]}
          onChange={(value) => changes.set(setting, value)}
        />
      </div>
      <span className={classes.default}>
        <span className={classes.spoken}>{t('default')}: </span>
        {texts.valueOf(setting, setting.default)}
      </span>
      <Origin setting={setting} unsaved={unsaved} />
      <span className={classes.action}>
        {unsaved && (
          <IconButton
            size={28}
            aria-label={t('revert', { setting: texts.nameOf(setting) })}
            onClick={() => changes.revert(setting)}
          >
            <IconArrowBackUp size={15} aria-hidden />
          </IconButton>
        )}
        {!unsaved && setting.source === 'HERE' && (
          <IconButton
            size={28}
            aria-label={t('reset', { setting: texts.nameOf(setting) })}
            onClick={() => changes.set(setting, null)}
          >
            <IconArrowBackUp size={15} aria-hidden />
          </IconButton>
        )}
      </span>
    </li>
  )
}

function Origin({ setting, unsaved }: { setting: PortalSetting; unsaved: boolean }) {
  const t = useText()
  const texts = useSettingText()
  const { source, variable, history } = setting
  if (unsaved)
    return (
      <span className={classes.origin} data-unsaved>
        <span>
          <IconPencil size={14} aria-hidden /> {t('unsaved')}
        </span>
        <span>{t('was', { value: texts.valueOf(setting, setting.value) })}</span>
      </span>
    )
  return (
    <span className={classes.origin} data-source={source}>
      <span>
        {source === 'ENVIRONMENT' && <IconLock size={14} aria-hidden />}
        {source === 'HERE' && <IconPencil size={14} aria-hidden />} {t(`source.${source}`)}
      </span>
      {source === 'ENVIRONMENT' && <code>{variable}</code>}
      {source === 'HERE' && history[0] && (
        <span>{t('by', { by: history[0].by ?? t('portal'), at: formatDate(history[0].at) })}</span>
      )}
    </span>
  )
}
