import { test } from 'vitest'
test('x', async () => { void Promise.reject(new Error('nobody caught me')); await new Promise((r) => setTimeout(r, 50)) })
