import type { ReactNode } from 'react'
import { createStore } from '../store.ts'

/** Node drawn beside every page, once loaded. */
export const besides = createStore<ReactNode>(null)
