import { Drawer } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { IconFilter } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { useText } from '../texts.ts'
import classes from './phone-filters.module.css'

/** The filters of a list on a phone, behind a button that counts those that are set. */
export function PhoneFilters({ count, children }: { count: number; children: ReactNode }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
      >
        {count > 0 ? t('list.filters', { count }) : t('list.filter')}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        size={240}
        title={t('list.filter')}
        closeButtonProps={{ 'aria-label': t('detail.close') }}
      >
        <div className={classes.sheet}>{children}</div>
      </Drawer>
    </>
  )
}
