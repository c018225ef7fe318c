import { expect, test } from 'vitest'
import { demoPassword, demoPeople } from '#features/users/server/index.ts'
