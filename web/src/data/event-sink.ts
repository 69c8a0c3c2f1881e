import { client, type Schemas, unwrap } from "./client.ts";
import type { CheckResult } from "./watcher.ts";

export type EventSink = Schemas["EventSink"];
export type NewEventSink = Schemas["NewEventSink"];
export type EventSinkInput = Schemas["EventSinkInput"];
export type EventDelivery = Schemas["EventDelivery"];

export const DELIVERY_STATUSES = ["Waiting", "Delivered", "Failed", "Skipped"] as const;

/** How many deliveries are loaded at once. */
export const DELIVERY_PAGE = 50;

export function listEventSinks(signal: AbortSignal): Promise<EventSink[]> {
  return unwrap(client.GET("/event-sink", { signal }));
}

export function readEventSink(id: number, signal: AbortSignal): Promise<EventSink> {
  return unwrap(client.GET("/event-sink/{id}", { params: { path: { id } }, signal }));
}

export function addEventSink(body: EventSinkInput, signal: AbortSignal): Promise<NewEventSink> {
  return unwrap(client.POST("/event-sink", { body, signal }));
}

export function writeEventSink(id: number, body: EventSinkInput, signal: AbortSignal): Promise<EventSink> {
  return unwrap(client.PUT("/event-sink/{id}", { params: { path: { id } }, body, signal }));
}

export async function deleteEventSink(id: number, signal: AbortSignal): Promise<void> {
  await unwrap(client.DELETE("/event-sink/{id}", { params: { path: { id } }, signal }));
}

export function testEventSink(id: number, signal: AbortSignal): Promise<CheckResult> {
  return unwrap(client.POST("/event-sink/{id}/test", { params: { path: { id } }, signal }));
}

export interface DeliveryQuery {
  status?: string;
  before?: number;
}

/** Newest events first. */
export function listDeliveries(id: number, query: DeliveryQuery, signal: AbortSignal): Promise<EventDelivery[]> {
  const params = { path: { id }, query: { ...query, limit: DELIVERY_PAGE } };
  return unwrap(client.GET("/event-sink/{id}/delivery", { params, signal }));
}

export async function retryDelivery(id: number, eventId: number, signal: AbortSignal): Promise<void> {
  const params = { path: { id, eventId } };
  await unwrap(client.POST("/event-sink/{id}/delivery/{eventId}/retry", { params, signal }));
}
