import { useQueryOf } from '#kit/web/data/query.ts'
import { IconAlertTriangle, IconCircleCheckFilled, IconRefresh } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatTime } from '#kit/web/time/time.ts'
import { checkDockerVersion } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './container-picker.module.css'
import type { Vendor } from './use-picker.ts'

/** Whether the registry has every part of the images of a version. */
export function PickerCheck(props: { vendor: Vendor; product: string; branch: string; version: string }) {
  const t = useText()
  const { vendor, ...query } = props
  const { version } = query
  const result = useQueryOf(checkDockerVersion, { params: { vendor }, query })
  const { data, isFetching, refetch } = result
  const names = data?.missing.map(({ containerName }) => containerName).join(', ') ?? ''
  const state = data ? (data.isComplete ? 'complete' : 'incomplete') : 'checking'
  const line = (
    <p role="status" className={classes.check} data-state={state}>
      {state === 'complete' && <IconCircleCheckFilled size={18} aria-hidden />}
      {state === 'incomplete' && <IconAlertTriangle size={18} aria-hidden />}
      <span>
        <b>{t(`picker.${state}`, { version })}</b>{' '}
        {data && (data.isComplete ? t('picker.found', { count: data.images }) : t('picker.lacking', { names }))}
      </span>
      {data && (
        <small>
          {formatTime(data.checked)}
          <IconButton size={24} aria-label={t('picker.again')} disabled={isFetching} onClick={() => void refetch()}>
            <IconRefresh size={14} aria-hidden />
          </IconButton>
        </small>
      )}
    </p>
  )
  return (
    <QueryView query={result} loading={line}>
      {() => line}
    </QueryView>
  )
}
