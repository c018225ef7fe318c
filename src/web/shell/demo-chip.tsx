import { Tooltip } from '@mantine/core'
import { IconFlask2 } from '#kit/web/icons/icons.generated.ts'
import { useText } from '#kit/web/text/kit-text.ts'
import { useMenuText } from '../texts.ts'
import classes from './rail.module.css'

/** Shows, on every page of a demo, that users and figures are invented. */
export function DemoChip({ folded }: { folded: boolean }) {
  const t = useText()
  const menu = useMenuText()
  return (
    <Tooltip label={menu('demoText')} position="right" multiline w={240} events={onFocusToo}>
      <button type="button" className={classes.demo} aria-label={`${t('shell.demo')}. ${menu('demoText')}`}>
        <IconFlask2 size={14} aria-hidden />
        {!folded && t('shell.demo')}
      </button>
    </Tooltip>
  )
}

const onFocusToo = { hover: true, focus: true, touch: true }
