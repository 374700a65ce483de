import type { ReactNode } from 'react'
import { createStore } from '../store.ts'

/** What is drawn beside every page, once it is loaded. */
export const besides = createStore<ReactNode>(null)
