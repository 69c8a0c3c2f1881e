export interface ReceivedWebhook {
  id: string;
  isSigned: boolean;
  body: { type: string; data: { facilityName: string; to: string } };
}

export class WebhookReceiver {
  readonly received: ReceivedWebhook[];
  /** Of the sink. */
  secret: string;
  /** Of the next responses. */
  status: number;
  /** The URL of the receiver. */
  start(): Promise<string>;
  stop(): void;
}
