import { createTheme } from '@mantine/core'

/** Mantine's own buttons are used only for the eye of a password field. */
const bare = {
  background: 'transparent',
  hover: 'var(--hover)',
  color: 'var(--muted)',
  border: '1px solid transparent',
}

/** The head of a dialog is no landmark of the page. */
const headless = { header: { role: 'presentation' } }

/** The Mantine theme: sizes and defaults here, colours from the tokens. */
export const theme = createTheme({
  primaryColor: 'blue',
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'md',
  fontFamily: 'var(--mantine-font-family)',
  variantColorResolver: () => bare,
  components: {
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Checkbox: { defaultProps: { size: 'xs', radius: 4 } },
    Radio: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs', withThumbIndicator: false } },
    Tabs: { defaultProps: { keepMounted: false, variant: 'unstyled' } },
    Progress: { defaultProps: { size: 6, radius: 3 } },
    Menu: { defaultProps: { ...floating(), withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: floating() },
    Combobox: { defaultProps: { offset: 4, transitionProps: { duration: 0 } } },
    Modal: {
      defaultProps: { lockScroll: false, radius: 12, overlayProps: { backgroundOpacity: 1 }, attributes: headless },
    },
    ModalRoot: { defaultProps: { lockScroll: false } },
    Drawer: { defaultProps: { lockScroll: false, overlayProps: { backgroundOpacity: 1 }, attributes: headless } },
    DrawerRoot: { defaultProps: { lockScroll: false } },
    Select: { defaultProps: { allowDeselect: false } },
    Tooltip: { defaultProps: { openDelay: 400, offset: 6, withArrow: false, transitionProps: { duration: 150 } } },
  },
})

function floating() {
  return { offset: 4, transitionProps: { duration: 80, exitDuration: 80 } }
}
