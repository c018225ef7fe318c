import { IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { PortalSetting } from '../contract.ts'
import { useText } from '../texts.ts'
import { useSettingText } from './setting-text.ts'
import classes from './settings-page.module.css'
import type { UnsavedValue } from './use-setting-changes.ts'

/** Which value of a setting counts, and who changed it when. */
export function SettingDetail(props: {
  setting: PortalSetting
  onUse: (value: UnsavedValue) => void
  onClose: () => void
}) {
  const t = useText()
  const texts = useSettingText()
  const { setting, onUse, onClose } = props
  const { source, variable, here, history } = setting
  const layers = [
    ...(variable === null ? [] : [['ENVIRONMENT', source === 'ENVIRONMENT' ? setting.value : null] as const]),
    ['HERE', here] as const,
    ['DEFAULT', setting.default] as const,
  ]
  return (
    <Card
      className={classes.detail}
      title={texts.nameOf(setting)}
      right={
        <IconButton size={28} aria-label={t('close')} onClick={onClose}>
          <IconX size={15} aria-hidden />
        </IconButton>
      }
    >
      <p>
        <code>{setting.key}</code>
      </p>
      <h3>{t('counts')}</h3>
      <ol className={classes.layers}>
        {layers.map(([layer, value]) => (
          <li key={layer} data-counts={layer === source || undefined}>
            <span className={classes.layer}>
              <b>{t(`source.${layer}`)}</b> {layer === 'ENVIRONMENT' && <code>{variable}</code>}
              {layer === source && <span className={classes.now}>{t('countsNow')}</span>}
            </span>
            {value === null ? t('notSet') : texts.valueOf(setting, value)}
          </li>
        ))}
      </ol>
      {history.length > 0 && <h3>{t('history')}</h3>}
      <ul className={classes.history}>
        {history.map(({ value, by, at }, index) => (
          <li key={at}>
            <span>
              {value === null ? t('wasReset') : t('wasSet', { value: texts.valueOf(setting, value) })}
              <span className={classes.when}>{t('by', { by: by ?? t('portal'), at: formatDateTime(at) })}</span>
            </span>
            {index > 0 && source !== 'ENVIRONMENT' && (
              <Button size="compact-sm" variant="subtle" onClick={() => onUse(value)}>
                {t('useAgain')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
