import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { announcementId, announcementProblems, Category, manageCategories } from './announcement.ts'

const url = '/api/announcements/categories'
const byId = z.strictObject({ id: announcementId })
const name = oneLine(60).check(notBlank)
const exists = announcementProblems['category-exists']
const notFound = announcementProblems['category-not-found']

export const listCategories = endpoint({
  tag: 'Announcements',
  guard: 'signed-in',
  name: 'listCategories',
  method: 'GET',
  url,
  summary: 'List the categories of announcements',
  reply: halList('categories', Category),
  problems: [],
})
export const createCategory = endpoint({
  tag: 'Announcements',
  guard: manageCategories,
  name: 'createCategory',
  method: 'POST',
  url,
  summary: 'Add a category of announcements',
  status: 201,
  body: z.strictObject({ name, subCategory: z.optional(z.nullable(name)) }),
  reply: Category,
  problems: [exists],
})
export const updateCategory = endpoint({
  tag: 'Announcements',
  guard: manageCategories,
  name: 'updateCategory',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Rename a category of announcements',
  params: byId,
  body: z.strictObject({ name: z.optional(name), subCategory: z.optional(z.nullable(name)) }),
  reply: Category,
  problems: [notFound, exists],
})
export const deleteCategory = endpoint({
  tag: 'Announcements',
  guard: manageCategories,
  name: 'deleteCategory',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Delete a category that no announcement has',
  params: byId,
  problems: [notFound, announcementProblems['category-in-use']],
})
