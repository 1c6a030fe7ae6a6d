package dev.countersign.architecture.planted.approval;

public final class ApprovedCall {}
